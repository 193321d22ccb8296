import { describe, expect, it } from 'vitest'
import { advanceElections } from '../elections'
import { read } from '../platform'
import { aCandidate, aCitizen, anElection, as, useTestNation, vote } from '../testing'
import { citizenPage, ownPage, pageNumbers, setPage } from './page.service'
import type { Citizen } from '../citizens/citizen.entity'

const nation = useTestNation()

const switchPage = (citizen: Citizen, shown: boolean) =>
  as(nation.runtime, citizen, (ctx) => setPage(ctx, { shown, userId: undefined }))

const see = async (number: string) => (await read(nation.runtime, null, (ctx) => citizenPage(ctx, { number }))).page

const hidden = { code: 'citizen_not_found' }

describe('A public page', () => {
  it('is shown only while its citizen says so', async () => {
    const ada = await aCitizen(nation.database)
    const [number] = pageNumbers(ada.uid)
    await expect(see(number)).rejects.toMatchObject(hidden)
    expect(await switchPage(ada, true)).toMatchObject({ number })
    expect(await see(number)).toMatchObject({ uid: ada.uid, number, offices: [], candidacies: [], stamps: [] })
    expect(await switchPage(ada, false)).toMatchObject({ number: null })
    await expect(see(number)).rejects.toMatchObject(hidden)
  })

  it('is announced once: the same again writes no entry', async () => {
    const ada = await aCitizen(nation.database)
    await switchPage(ada, true)
    await switchPage(ada, true)
    const entries = await nation.database.query<{ kind: string }[]>(
      `SELECT kind FROM journal WHERE kind LIKE 'citizens.page-%'`,
    )
    expect(entries).toEqual([{ kind: 'citizens.page-shown' }])
  })

  it('is not shown by a citizen who left while the switch waited for their row', async () => {
    const ada = await aCitizen(nation.database)
    await nation.database.query('UPDATE citizens SET left_at = ? WHERE id = ?', [nation.clock.now(), ada.id])
    await expect(switchPage(ada, true)).rejects.toMatchObject({ code: 'session_ended' })
    expect(await nation.database.query('SELECT * FROM citizen_pages')).toEqual([])
  })

  it('has a longer number where another page has the short one', async () => {
    const ada = await aCitizen(nation.database)
    const bob = await aCitizen(nation.database)
    const [short, long] = pageNumbers(ada.uid)
    await nation.database.query('INSERT INTO citizen_pages (citizen_id, number, shown_at) VALUES (?, ?, ?)', [
      bob.id,
      short,
      nation.clock.now(),
    ])
    expect(await switchPage(ada, true)).toMatchObject({ number: long })
    expect((await see(long)).uid).toBe(ada.uid)
    expect(await as(nation.runtime, ada, ownPage)).toMatchObject({ number: long })
  })

  it('has a stamp for an election only when it is counted, and where its vote says nothing', async () => {
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    const bob = await aCandidate(nation.runtime, 'president')
    await vote(nation.runtime, ada.citizen, ada.id)
    await vote(nation.runtime, bob.citizen, bob.id)
    const [number] = pageNumbers(ada.citizen.uid)
    await switchPage(ada.citizen, true)
    expect(await see(number)).toMatchObject({ stamps: [], candidacies: [{ won: null }] })
    nation.clock.set(new Date('2026-01-12T00:00:00.000Z'))
    await advanceElections(nation.runtime)
    const page = await see(number)
    expect(page.stamps).toHaveLength(1)
    expect(JSON.stringify(page.stamps)).not.toContain(ada.id)
    expect(page).toMatchObject({ offices: [{ office: 'president', endedAt: null }], candidacies: [{ won: true }] })
  })

  it('has no stamp where all voted for the same', async () => {
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    await vote(nation.runtime, ada.citizen, ada.id)
    const [number] = pageNumbers(ada.citizen.uid)
    await switchPage(ada.citizen, true)
    nation.clock.set(new Date('2026-01-12T00:00:00.000Z'))
    await advanceElections(nation.runtime)
    expect((await see(number)).stamps).toEqual([])
  })

  it('has no stamp where all voted for the same in one office, however they voted in another', async () => {
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    const bob = await aCandidate(nation.runtime, 'secretary')
    const eve = await aCandidate(nation.runtime, 'secretary')
    for (const { citizen } of [bob, eve]) await vote(nation.runtime, citizen, ada.id)
    await vote(nation.runtime, bob.citizen, bob.id)
    await vote(nation.runtime, eve.citizen, eve.id)
    const [number] = pageNumbers(bob.citizen.uid)
    await switchPage(bob.citizen, true)
    nation.clock.set(new Date('2026-01-12T00:00:00.000Z'))
    await advanceElections(nation.runtime)
    expect((await see(number)).stamps).toEqual([])
  })
})
