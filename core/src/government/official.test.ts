import { describe, expect, it } from 'vitest'
import { advanceElections } from '../elections'
import { read } from '../platform'
import { aCandidate, aCitizen, anElection, useTestNation, vote } from '../testing'
import type { Citizen } from '../citizens/citizen.entity'
import { getOfficial } from '.'

const nation = useTestNation()

const monday = '2026-01-12T00:00:00.000Z'
const nextMonday = '2026-01-19T00:00:00.000Z'

const official = async ({ uid }: Citizen) =>
  (await read(nation.runtime, null, (ctx) => getOfficial(ctx, { id: uid }))).official

async function advanceTo(instant: string) {
  nation.clock.set(new Date(instant))
  await advanceElections(nation.runtime)
}

/** Ada is elected president of the week, with two votes of three. */
async function anElectedPresident() {
  await anElection(nation.runtime)
  const ada = await aCandidate(nation.runtime, 'president', { policies: 'Open books.', goals: ['A page a week'] })
  const bob = await aCandidate(nation.runtime, 'president')
  await vote(nation.runtime, ada.citizen, ada.id)
  await vote(nation.runtime, await aCitizen(nation.database), ada.id)
  await vote(nation.runtime, bob.citizen, bob.id)
  await advanceTo(monday)
  return { ada: ada.citizen, bob: bob.citizen, candidateId: ada.id }
}

describe('An official', () => {
  it('is shown with how the seat was won and what was promised for it', async () => {
    const { ada, candidateId } = await anElectedPresident()
    const shown = await official(ada)
    expect(shown).toMatchObject({
      id: ada.uid,
      status: 'ACTIVE',
      position: 'President',
      governmentRole: 'president',
      twitterFollowers: 500,
      earlierTerms: [],
    })
    expect(shown.term).toMatchObject({
      office: 'president',
      how: 'elected',
      startedAt: Date.parse(monday),
      endedAt: null,
      candidateId,
      votes: 2,
      supportersCount: 2,
      contenders: 2,
      share: 66.7,
      rule: 'weight',
      appointedBy: null,
    })
    expect(shown.campaign).toMatchObject({ candidateId, policies: 'Open books.', goals: ['A page a week'] })
  })

  it('tells of nothing that is the official’s own: wallet, balance, dates of visits', async () => {
    const { ada } = await anElectedPresident()
    const answer = JSON.stringify(await official(ada))
    expect(answer).not.toMatch(/wallet|balance|lastLogin|lastActive|isAdmin|xCreatedAt/i)
    expect(answer).not.toContain(ada.walletAddress)
  })

  it('who is not elected again stays readable, as a former one with the term that was served', async () => {
    const { ada } = await anElectedPresident()
    await advanceTo(nextMonday)
    const shown = await official(ada)
    expect(shown).toMatchObject({ status: 'FORMER', governmentRole: null, position: 'President' })
    expect(shown.term).toMatchObject({ startedAt: Date.parse(monday), endedAt: Date.parse(nextMonday), votes: 2 })
    expect(shown.campaign).not.toBeNull()
  })

  it('who was appointed shows by whom, no votes and no campaign; an earlier elected term stays on record', async () => {
    const { ada, bob } = await anElectedPresident()
    await advanceTo(nextMonday)
    await nation.database.query(
      `INSERT INTO terms (office, citizen_id, how, appointed_by, started_at, active_office, active_citizen_id)
       VALUES ('justiceMinister', ?, 'appointed', ?, ?, 'justiceMinister', ?)`,
      [ada.id, bob.id, new Date('2026-01-20T09:00:00.000Z'), ada.id],
    )
    const shown = await official(ada)
    expect(shown).toMatchObject({ status: 'ACTIVE', position: 'Minister of Justice', campaign: null })
    expect(shown.term).toMatchObject({
      how: 'appointed',
      appointedBy: bob.username,
      votes: null,
      share: null,
      rule: null,
    })
    expect(shown.earlierTerms).toMatchObject([{ office: 'president', how: 'elected', votes: 2 }])
  })

  it('who never was one is not found, citizen or not', async () => {
    const { bob } = await anElectedPresident()
    await expect(official(bob)).rejects.toMatchObject({ code: 'official_not_found' })
    const unknown = { uid: '01890a5d-ac96-774b-bcce-b302099a80ff' } as Citizen
    await expect(official(unknown)).rejects.toMatchObject({ code: 'official_not_found' })
  })
})
