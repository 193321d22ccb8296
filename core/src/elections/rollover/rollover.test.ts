import { weekOf } from '@nation/domain/elections'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Citizen } from '../../citizens/citizen.entity'
import { aCitizen, anOfficial, useTestNation } from '../../testing'
import { listCandidates } from '../candidates.queries'
import { read } from '../../platform'
import { setFeature } from '../../system'
import { createElection, currentElection } from '../elections.service'
import { ownStanding } from '../own-standing'
import { publishDueTallies } from '../publications'
import { electionResults } from '../results.service'
import { rollToRead } from '../roll-reading'
import { aCandidate, as, vote } from '../testing'
import { advanceElections } from './advance'
import { RecountDiffers } from './recount'

const nation = useTestNation()
const at = (iso: string) => nation.clock.set(new Date(iso))
const thursday = '2026-01-08T12:00:00.000Z'
const monday = '2026-01-12T00:00:00.000Z'
const nextMonday = '2026-01-19T00:00:00.000Z'

const rows = <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  nation.database.query<T[]>(sql, values)
const advance = async () => (await advanceElections(nation.runtime)).map((due) => due.step)
const seats = () =>
  rows<{ office: string; citizen_id: string }>(
    'SELECT office, citizen_id FROM terms WHERE active_office IS NOT NULL ORDER BY office',
  )
const roleOf = async (citizen: Citizen) =>
  (
    await rows<{ role: string; government_role: string | null }>(
      'SELECT role, government_role FROM citizens WHERE id = ?',
      [citizen.id],
    )
  )[0]
const facts = async (kind: string) => rows('SELECT facts FROM journal WHERE kind = ?', [kind])
const results = () => as(nation.runtime, watcher, (ctx) => electionResults(ctx, {}))
let watcher: Citizen

describe('The rollover', () => {
  it('opens the current week’s election at once in an empty nation, with its roll, and does nothing more', async () => {
    const holder = await aCitizen(nation.database, { tokenBalance: '1000000000000000' })
    await aCitizen(nation.database, { walletAddress: null })
    expect(await advance()).toEqual(['plan', 'open'])
    const [election] = await rows('SELECT * FROM elections')
    const week = weekOf(nation.clock.now())
    expect(election).toMatchObject({
      stage: 'phase_one',
      starts_at: week.startsAt,
      phase_two_at: week.phaseTwoAt,
      ends_at: week.endsAt,
    })
    expect(await rows('SELECT citizen_id, balance, weight_units FROM roll_entries')).toEqual([
      { citizen_id: holder.id, balance: '1000000000000000', weight_units: 12 },
    ])
    expect(await advance()).toEqual([])
  })

  it('seats the winners on Monday, keeps how it was decided, and opens the next election', async () => {
    watcher = await aCitizen(nation.database)
    const [one, two] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    await advance()
    const ada = await aCandidate(nation.runtime, 'president')
    const bob = await aCandidate(nation.runtime, 'president')
    const cy = await aCandidate(nation.runtime, 'secretary')
    const finn = await aCandidate(nation.runtime, 'minister_finance')
    await vote(nation.runtime, one, bob.id)
    await vote(nation.runtime, two, bob.id)
    await vote(nation.runtime, watcher, ada.id)
    at(thursday)
    expect(await advance()).toEqual(['close-phase-one'])
    await vote(nation.runtime, one, finn.id)
    expect(await seats()).toEqual([])
    at(monday)
    expect(await advance()).toEqual(['count', 'seat', 'complete', 'plan', 'open'])

    expect(await seats()).toEqual([
      { office: 'financeMinister', citizen_id: finn.citizen.id },
      { office: 'president', citizen_id: bob.citizen.id },
      { office: 'secretary', citizen_id: cy.citizen.id },
    ])
    expect(await roleOf(bob.citizen)).toEqual({ role: 'government', government_role: 'president' })
    expect(await roleOf(ada.citizen)).toEqual({ role: 'citizen', government_role: null })
    const answer = await results()
    const byPosition = Object.fromEntries(answer.results.map((result) => [result.position, result]))
    expect(answer).toMatchObject({ final: true, turnout: { voters: 3, eligible: 7 } })
    expect(byPosition.president).toMatchObject({ rule: 'weight', winner: { id: bob.id, votes: 2 } })
    expect(byPosition.secretary).toMatchObject({ rule: 'unopposed', winner: { id: cy.id } })
    expect(byPosition.prime_minister).toMatchObject({ rule: 'vacant', winner: null })
    expect(await rows('SELECT stage, starts_at FROM elections ORDER BY starts_at')).toMatchObject([
      { stage: 'completed' },
      { stage: 'phase_one', starts_at: new Date(monday) },
    ])
    expect(
      await rows("SELECT id FROM candidacies WHERE status = 'archived' AND active_citizen_id IS NULL"),
    ).toHaveLength(4)
  })

  it('leaves an official who is not elected again, and stands in a planned election, its candidate', async () => {
    await advance()
    const admin = await aCitizen(nation.database, { isAdmin: true })
    const week = { startsAt: Date.parse(monday), endsAt: Date.parse(nextMonday), phaseTwoAt: undefined }
    const { election } = await as(nation.runtime, admin, (ctx) => createElection(ctx, week))
    const ada = await anOfficial(nation.database, 'president', { from: nation.clock.now() })
    await aCandidate(nation.runtime, 'president', { electionId: election.id }, ada)
    at(monday)
    await advance()
    expect(await roleOf(ada)).toEqual({ role: 'candidate', government_role: null })
  })

  it('names vacant offices: those without a winner, and one that is only appointed and was held', async () => {
    await advance()
    await aCandidate(nation.runtime, 'president')
    await anOfficial(nation.database, 'justiceMinister', { from: nation.clock.now() })
    at(monday)
    await advance()
    const [entry] = await facts('government.seated')
    const { vacant } = entry?.facts as { vacant: string[] }
    expect(vacant).toContain('secretary')
    expect(vacant).toContain('justiceMinister')
    expect(vacant).not.toContain('president')
  })

  it('takes the office from an official who is not elected again, appointed or not, and keeps administrators’ flags', async () => {
    await advance()
    const ada = await aCandidate(nation.runtime, 'president')
    const admin = await aCitizen(nation.database, { isAdmin: true, role: 'admin' })
    await aCandidate(nation.runtime, 'secretary', {}, admin)
    const judge = await aCitizen(nation.database, { role: 'government', governmentRole: 'justiceMinister' })
    await nation.database.query(
      `INSERT INTO terms (office, citizen_id, how, started_at, active_office, active_citizen_id)
       VALUES ('justiceMinister', ?, 'appointed', ?, 'justiceMinister', ?)`,
      [judge.id, nation.clock.now(), judge.id],
    )
    at(monday)
    await advance()
    expect(await roleOf(judge)).toEqual({ role: 'citizen', government_role: null })
    expect(await roleOf(admin)).toEqual({ role: 'admin', government_role: 'secretary' })
    const again = await aCandidate(nation.runtime, 'president', {}, ada.citizen)
    expect(await roleOf(ada.citizen)).toEqual({ role: 'government', government_role: 'president' })
    at(nextMonday)
    await advance()
    expect(await seats()).toEqual([{ office: 'president', citizen_id: ada.citizen.id }])
    expect(await roleOf(admin)).toEqual({ role: 'admin', government_role: null })
    expect(again.id).not.toBe(ada.id)
    expect(
      await rows('SELECT started_at, ended_at FROM terms WHERE office = ? ORDER BY started_at', ['president']),
    ).toEqual([
      { started_at: new Date(monday), ended_at: new Date(nextMonday) },
      { started_at: new Date(nextMonday), ended_at: null },
    ])
  })

  it('decides a tie by voters, then by the earlier candidacy, and says so', async () => {
    watcher = await aCitizen(nation.database)
    const base = await Promise.all(Array.from({ length: 6 }, () => aCitizen(nation.database)))
    const heavy = await Promise.all(
      Array.from({ length: 4 }, () => aCitizen(nation.database, { tokenBalance: '5000000000000000' })),
    )
    await advance()
    const [few, many] = [await aCandidate(nation.runtime, 'president'), await aCandidate(nation.runtime, 'president')]
    const early = await aCandidate(nation.runtime, 'secretary')
    at('2026-01-06T12:00:00.001Z')
    const late = await aCandidate(nation.runtime, 'secretary')
    for (const citizen of heavy) await vote(nation.runtime, citizen, few.id)
    for (const citizen of base) await vote(nation.runtime, citizen, many.id)
    await vote(nation.runtime, base[0]!, late.id)
    await vote(nation.runtime, base[1]!, early.id)
    // Clocks of two processes may differ: lists, standings and the count go by the order in which candidacies were written.
    await rows('UPDATE candidacies SET stood_at = ? WHERE uid = ?', [new Date('2026-01-06T12:00:00.002Z'), early.id])
    at('2026-01-06T12:01:00.000Z')
    await publishDueTallies(nation.runtime)
    const listed = await as(nation.runtime, watcher, (ctx) =>
      listCandidates(ctx, { sort: 'votes', limit: 50, position: 'secretary', userId: undefined }),
    )
    expect(listed.candidates.map(({ id }) => id)).toEqual([early.id, late.id])
    expect(await as(nation.runtime, early.citizen, ownStanding)).toMatchObject({ rank: 1, level: true })
    expect((await results()).results.find((one) => one.position === 'secretary')?.candidates).toMatchObject([
      { id: early.id, stood: 1, rank: 1 },
      { id: late.id, stood: 2, rank: 2 },
    ])
    at(monday)
    await advance()
    const { results: found } = await results()
    expect(found.find((one) => one.position === 'president')).toMatchObject({ rule: 'voters', winner: { id: many.id } })
    expect(found.find((one) => one.position === 'secretary')).toMatchObject({
      rule: 'earlier',
      winner: { id: early.id },
    })
  })

  it('refuses to close when the counters differ from the votes, tells administrators once, and changes nothing', async () => {
    const voter = await aCitizen(nation.database)
    await advance()
    const ada = await aCandidate(nation.runtime, 'president')
    await vote(nation.runtime, voter, ada.id)
    await nation.database.query('UPDATE tallies SET weight_units = weight_units + 1')
    at(monday)
    await expect(advance()).rejects.toThrow(RecountDiffers)
    expect(await advance()).toEqual([])
    at('2026-01-12T00:01:00.000Z')
    await expect(advance()).rejects.toThrow(RecountDiffers)
    expect(await rows('SELECT stage, counted_at FROM elections')).toEqual([{ stage: 'phase_two', counted_at: null }])
    expect(await rows('SELECT * FROM election_results')).toEqual([])
    expect(await rows("SELECT visibility FROM journal WHERE kind = 'elections.recount-differs'")).toEqual([
      { visibility: 'admins' },
    ])
    await nation.database.query('UPDATE tallies SET weight_units = weight_units - 1')
    at('2026-01-12T00:02:00.000Z')
    expect(await advance()).toEqual(['count', 'seat', 'complete', 'plan', 'open'])
  })

  it('after three weeks asleep seats whom the nation last elected, and opens an election an hour later', async () => {
    await advance()
    const ada = await aCandidate(nation.runtime, 'president')
    at('2026-01-29T15:00:00.000Z')
    expect(await advance()).toEqual(['close-phase-one', 'count', 'seat', 'complete', 'plan'])
    expect(await seats()).toEqual([{ office: 'president', citizen_id: ada.citizen.id }])
    expect(await rows('SELECT started_at FROM terms')).toEqual([{ started_at: new Date(monday) }])
    expect(await rows('SELECT starts_at, stage FROM elections ORDER BY starts_at')).toEqual([
      { starts_at: new Date('2026-01-05T00:00:00.000Z'), stage: 'completed' },
      { starts_at: new Date('2026-01-29T16:00:00.000Z'), stage: 'planned' },
    ])
    // Who shows the calendar learns of it now. One that opens at once is told by its opening alone.
    expect(await facts('elections.planned')).toHaveLength(1)
    at('2026-01-29T16:00:00.000Z')
    expect(await advance()).toEqual(['open'])
  })

  describe('when elections were off for two weeks', () => {
    const switched = (enabled: boolean) =>
      as(nation.runtime, watcher, (ctx) => setFeature(ctx, { feature: 'elections', enabled }))
    beforeEach(async () => {
      watcher = await aCitizen(nation.database, { isAdmin: true, role: 'admin' })
      await advance()
      await aCandidate(nation.runtime, 'president')
      await switched(false)
      at(monday)
      await advance()
    })

    it('and are on again half an hour before Monday, leaves its officials in office for another week', async () => {
      const officials = await seats()
      expect(officials).toHaveLength(1)
      at('2026-01-25T23:30:00.000Z')
      await switched(true)
      expect(await advance()).toEqual([])
      const announced = await read(nation.runtime, null, (ctx) => currentElection(ctx))
      expect(announced.nextOpening).toBe(Date.parse('2026-01-26T00:00:00.000Z'))
      at('2026-01-26T00:00:00.000Z')
      expect(await advance()).toEqual(['plan', 'open'])
      expect(await seats()).toEqual(officials)
    })

    it('and are on again on Friday, gives each phase half of what is left, from an hour later on', async () => {
      const officials = await seats()
      at('2026-01-23T15:00:00.000Z')
      await switched(true)
      const opensAt = '2026-01-23T16:00:00.000Z'
      const announced = () => read(nation.runtime, null, (ctx) => currentElection(ctx))
      expect((await announced()).nextOpening).toBe(Date.parse(opensAt))
      expect([await advance(), await advance()]).toEqual([['plan'], []])
      expect((await announced()).nextOpening).toBe(Date.parse(opensAt))
      expect(await rollToRead(nation.database, nation.clock.now())).toEqual(new Date(opensAt))
      at(opensAt)
      expect(await advance()).toEqual(['open'])
      expect(await seats()).toEqual(officials)
      expect(await rows(`SELECT phase_two_at, ends_at FROM elections WHERE stage = 'phase_one'`)).toEqual([
        { phase_two_at: new Date('2026-01-24T20:00:00.000Z'), ends_at: new Date('2026-01-26T00:00:00.000Z') },
      ])
    })
  })

  it('fills what planned elections leave of the weeks', async () => {
    await advance()
    const president = await aCitizen(nation.database, { governmentRole: 'president', role: 'government' })
    await as(nation.runtime, president, (ctx) =>
      createElection(ctx, { startsAt: Date.parse('2026-01-14T00:00:00Z'), endsAt: Date.parse('2026-01-17T00:00:00Z') }),
    )
    for (const day of ['12', '14', '17']) {
      at(`2026-01-${day}T00:00:00.000Z`)
      await advance()
    }
    expect(await rows('SELECT starts_at, phase_two_at, ends_at FROM elections ORDER BY starts_at')).toMatchObject([
      { starts_at: new Date('2026-01-05T00:00:00.000Z') },
      { starts_at: new Date(monday), ends_at: new Date('2026-01-14T00:00:00.000Z') },
      { phase_two_at: new Date('2026-01-15T12:00:00.000Z'), ends_at: new Date('2026-01-17T00:00:00.000Z') },
      { starts_at: new Date('2026-01-17T00:00:00.000Z'), ends_at: new Date(nextMonday) },
    ])
  })

  it('happens once when several processes do it at the same moment', async () => {
    await advance()
    await aCandidate(nation.runtime, 'president')
    at(monday)
    await Promise.all(Array.from({ length: 6 }, () => advanceElections(nation.runtime)))
    expect(await rows('SELECT id FROM elections')).toHaveLength(2)
    expect(await rows('SELECT id FROM terms')).toHaveLength(1)
    for (const kind of ['elections.phase-closed', 'elections.counted', 'government.seated', 'elections.completed']) {
      expect(await facts(kind)).toHaveLength(1)
    }
    expect(await facts('elections.opened')).toHaveLength(2)
  })
})
