import {
  publicationInstant,
  publicationMs,
  publishedCountsLimit,
  tallyChangedOf,
  withCounts,
} from '@nation/domain/elections'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { openDatabase } from '../nation'
import { read, type Runtime } from '../platform'
import { aCitizen, emptyTables, rowsLookedAt, signedIn, testServerUrl, useTestNation } from '../testing'
import { listCandidates } from './candidates.queries'
import { withdrawCandidate } from './candidates.service'
import { ownPage } from './own-candidates'
import { publishDueTallies } from './publications'
import { electionResults } from './results.service'
import { advanceElections } from './rollover'
import { aCandidate, anElection, as, publishCounts, talliesAndRecount, vote } from './testing'

const nation = useTestNation()
const at = (iso: string) => nation.clock.set(new Date(iso))
const wait = (ms: number) => nation.clock.set(new Date(nation.clock.now().getTime() + ms))
const rows = <Row = Record<string, unknown>>(sql: string) => nation.database.query<Row[]>(sql)
const publish = () => publishDueTallies(nation.runtime)
const published = async () =>
  (await rows<{ facts: unknown }>(`SELECT facts FROM journal WHERE kind = 'elections.tally-changed' ORDER BY id`)).map(
    ({ facts }) => (typeof facts === 'string' ? JSON.parse(facts) : facts) as Published,
  )
interface Published {
  readonly asOf: number
  readonly changed: number
  readonly counts: { id: string; votes: number; supportersCount: number }[] | null
}

const whale = { tokenBalance: '20000000000000000' }
const input = { sort: 'votes', limit: 50, userId: undefined } as const
type Counts = Record<string, [votes: number, voters: number]>
const countsIn = (candidates: readonly { id: string; votes: number; supportersCount: number }[]): Counts =>
  Object.fromEntries(candidates.map(({ id, votes, supportersCount }) => [id, [votes, supportersCount]]))

const listed = (citizen: Citizen | null) =>
  read(nation.runtime, citizen && signedIn(citizen), (ctx) => listCandidates(ctx, input))
/** What a citizen, or a visitor who is not signed in, reads in the list. */
const shownTo = async (citizen: Citizen | null) => countsIn((await listed(citizen)).candidates)

describe('Public counts', () => {
  it('change together, once in five seconds: a heavy vote among light ones is not told apart', async () => {
    const heavy = await aCitizen(nation.database, whale)
    const light = [await aCitizen(nation.database), await aCitizen(nation.database)]
    await anElection(nation.runtime)
    const [ada, ben] = [await aCandidate(nation.runtime, 'president'), await aCandidate(nation.runtime, 'secretary')]
    const nothing = { [ada.id]: [0, 0], [ben.id]: [0, 0] }
    at('2026-01-06T12:00:01.000Z')
    for (const voter of [light[0]!, heavy, light[1]!]) {
      await vote(nation.runtime, voter, ada.id)
      await vote(nation.runtime, voter, ben.id)
      wait(1_000)
      await publish()
      expect(await shownTo(null)).toEqual(nothing)
    }
    at('2026-01-06T12:00:05.999Z')
    await publish()
    expect(await shownTo(null)).toEqual(nothing)
    at('2026-01-06T12:00:06.000Z')
    await publish()
    expect(await shownTo(null)).toEqual({ [ada.id]: [4, 3], [ben.id]: [4, 3] })
    await publish()
    const entries = await published()
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ asOf: Date.parse('2026-01-06T12:00:05.000Z'), changed: 2 })
    expect(countsIn(entries[0]!.counts!)).toEqual({ [ada.id]: [4, 3], [ben.id]: [4, 3] })
  })

  it('hold no vote of the next five seconds, however late they are published', async () => {
    const [early, late] = [await aCitizen(nation.database), await aCitizen(nation.database, whale)]
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    at('2026-01-06T12:00:04.999Z')
    await vote(nation.runtime, early, ada.id)
    at('2026-01-06T12:00:05.000Z')
    await vote(nation.runtime, late, ada.id)
    at('2026-01-06T12:00:10.900Z')
    await publish()
    expect(await shownTo(null)).toEqual({ [ada.id]: [1, 1] })
    at('2026-01-06T12:00:11.000Z')
    await publish()
    expect(await shownTo(null)).toEqual({ [ada.id]: [3, 2] })
  })

  it('are exact as soon as the phase is closed, and at the count', async () => {
    const [voter, heavy] = [await aCitizen(nation.database), await aCitizen(nation.database, whale)]
    await advanceElections(nation.runtime)
    const [ada, cy] = [
      await aCandidate(nation.runtime, 'president'),
      await aCandidate(nation.runtime, 'minister_citizens'),
    ]
    at('2026-01-08T11:59:59.999Z')
    await vote(nation.runtime, voter, ada.id)
    at('2026-01-08T12:00:00.010Z')
    await vote(nation.runtime, heavy, cy.id)
    await advanceElections(nation.runtime)
    expect(await shownTo(null)).toEqual({ [ada.id]: [1, 1], [cy.id]: [0, 0] })
    expect((await published()).at(-1)).toMatchObject({ asOf: Date.parse('2026-01-08T12:00:00.000Z'), changed: 1 })
    at('2026-01-11T23:59:59.999Z')
    await vote(nation.runtime, voter, cy.id)
    at('2026-01-12T00:00:00.000Z')
    const [{ uid }] = (await rows<{ uid: string }>('SELECT uid FROM elections')) as [{ uid: string }]
    await advanceElections(nation.runtime)
    const { results } = await read(nation.runtime, null, (ctx) => electionResults(ctx, { electionId: uid }))
    expect(countsIn(results.flatMap(({ candidates }) => candidates))).toEqual({ [ada.id]: [1, 1], [cy.id]: [3, 2] })
    // What is over is published no more.
    const entries = (await published()).length
    wait(10_000)
    await publish()
    expect(await published()).toHaveLength(entries)
  })

  it('are published once, however many processes try at once', async () => {
    const voter = await aCitizen(nation.database, whale)
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    const [{ name }] = (await rows<{ name: string }>('SELECT DATABASE() AS name')) as [{ name: string }]
    const databases = await Promise.all(
      Array.from({ length: 4 }, () => openDatabase({ url: testServerUrl() + name, poolSize: 2 })),
    )
    const workers: Runtime[] = databases.map((database) => ({ ...nation.runtime, database }))
    for (let round = 1; round <= 5; round++) {
      if (round % 2) await vote(nation.runtime, await aCitizen(nation.database), ada.id)
      else await vote(nation.runtime, voter, ada.id)
      wait(2 * publicationMs)
      await Promise.all([...workers, ...workers].map((worker) => publishDueTallies(worker)))
    }
    await Promise.all(databases.map((database) => database.destroy()))
    // The voter's second ballot was a repeat: one entry for each change, none twice.
    expect((await published()).map(({ counts }) => counts?.[0]?.supportersCount)).toEqual([1, 2, 3, 4])
  })

  it('are left to the process that makes them at this moment', async () => {
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    await vote(nation.runtime, await aCitizen(nation.database), ada.id)
    wait(2 * publicationMs)
    const other = nation.database.createQueryRunner()
    await other.startTransaction('READ COMMITTED')
    await other.query('SELECT election_id FROM tally_publications FOR UPDATE')
    await publish()
    expect(await published()).toEqual([])
    await other.rollbackTransaction()
    await other.release()
    await publish()
    expect(await published()).toHaveLength(1)
  })

  it('are left to it before all citizens are read for the turnout', async () => {
    await anElection(nation.runtime)
    for (let i = 0; i < 30; i++) await aCitizen(nation.database)
    wait(publicationMs)
    const other = nation.database.createQueryRunner()
    await other.startTransaction('READ COMMITTED')
    await other.query('SELECT election_id FROM tally_publications FOR UPDATE')
    const looked = () => rowsLookedAt(nation.url, (database) => publishDueTallies({ ...nation.runtime, database }))
    const beside = await looked()
    await other.rollbackTransaction()
    await other.release()
    expect(beside).toBeLessThan(30)
    expect(await looked()).toBeGreaterThan(30)
  })

  it('begin behind the ballots of earlier elections: the first reads no more where there are four times as many', async () => {
    const voters = [await aCitizen(nation.database), await aCitizen(nation.database)]
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    for (const voter of voters) await vote(nation.runtime, voter, ada.id)
    const facts = 'election_id, position, citizen_id, candidacy_id, weight_units, cast_at'
    const moreBallots = () => rows(`INSERT INTO ballots (${facts}) SELECT ${facts} FROM ballots`)
    for (let doubled = 0; doubled < 4; doubled++) await moreBallots()
    const first = async (monday: string) => {
      at(monday)
      await advanceElections(nation.runtime)
      wait(publicationMs)
      return rowsLookedAt(nation.url, (database) => publishDueTallies({ ...nation.runtime, database }))
    }
    const few = await first('2026-01-12T00:00:00.000Z')
    for (let doubled = 0; doubled < 2; doubled++) await moreBallots()
    // One election more is one row more, and there are a hundred ballots more.
    expect(await first('2026-01-19T00:00:00.000Z')).toBeLessThan(few + 20)
  })

  it('of a candidate who withdraws at the same moment are gone, and do not come back', async () => {
    const voter = await aCitizen(nation.database)
    await anElection(nation.runtime)
    for (let round = 0; round < 10; round++) {
      const { id, citizen } = await aCandidate(nation.runtime, 'president')
      await vote(nation.runtime, voter, id)
      wait(publicationMs)
      await Promise.all([
        publish(),
        as(nation.runtime, citizen, (ctx) =>
          withdrawCandidate(ctx, { candidateId: id, userId: undefined, adminId: undefined }),
        ),
      ])
    }
    expect(await rows('SELECT * FROM published_tallies WHERE weight_units > 0 OR supporters > 0')).toEqual([])
  })

  it('make of the standings before what the server answers after, so that no client has to ask', async () => {
    const { uid } = await anElection(nation.runtime)
    const standing = []
    for (let n = 0; n < 5; n++) {
      // Of two who are level, ids tell who stood earlier, but for those of one millisecond.
      wait(1)
      standing.push(await aCandidate(nation.runtime, n < 4 ? 'president' : 'prime_minister'))
    }
    const results = () => read(nation.runtime, null, (ctx) => electionResults(ctx, { electionId: uid }))
    for (let round = 0; round < 4; round++) {
      const before = await results()
      for (let n = 0; n < 4; n++) {
        const voter = await aCitizen(nation.database)
        await vote(nation.runtime, voter, standing[(n * (round + 1)) % 5]!.id)
      }
      wait(2 * publicationMs)
      await publish()
      const event = tallyChangedOf((await published()).at(-1) as unknown as Record<string, unknown>)
      expect(withCounts(before, event!).results).toEqual((await results()).results)
    }
  })

  it('are in the event of those with the most votes when too many changed, and it says how many did', async () => {
    const voter = await aCitizen(nation.database)
    const { id } = await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    await vote(nation.runtime, voter, ada.id)
    const columns = (
      await rows<{ name: string }>(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = DATABASE()
         AND table_name = 'candidacies' AND column_name NOT IN ('id', 'uid', 'active_citizen_id', 'active_name') ORDER BY ordinal_position`,
      )
    ).map(({ name }) => name)
    for (let n = 0; n < publishedCountsLimit; n++) {
      await rows(`INSERT INTO candidacies (uid, ${columns.join(', ')})
        SELECT UUID(), ${columns.join(', ')} FROM candidacies WHERE uid = '${ada.id}'`)
    }
    await rows(`INSERT INTO published_tallies (candidacy_id, weight_units, supporters, casts, election_id, position)
      SELECT c.id, 0, 0, 0, c.election_id, c.position FROM candidacies c WHERE uid <> '${ada.id}'`)
    await rows(`INSERT INTO tallies SELECT c.id, 10, 1, 1 FROM candidacies c WHERE uid <> '${ada.id}'`)
    const [best] = await rows<{ uid: string }>('SELECT uid FROM candidacies ORDER BY id DESC LIMIT 1')
    await rows(`UPDATE tallies SET weight_units = 300 WHERE candidacy_id = (SELECT MAX(id) FROM candidacies)`)
    wait(2 * publicationMs)
    await publish()
    const [event] = (await published()) as unknown as { changed: number; counts: { id: string; votes: number }[] }[]
    expect(event?.changed).toBe(publishedCountsLimit + 1)
    expect(event?.counts).toHaveLength(publishedCountsLimit)
    expect(event?.counts[0]).toMatchObject({ id: best?.uid, votes: 30 })
    expect(event).toMatchObject({ partly: ['president'] })
    expect(
      await rows(`SELECT candidacy_id FROM published_tallies p JOIN candidacies c ON c.id = p.candidacy_id
      WHERE c.election_id = ${id} AND p.supporters <> 1`),
    ).toEqual([])
  })
})

describe('One’s own vote', () => {
  it('is in what the voter reads at once and once, and stays there when it is published', async () => {
    const voter = await aCitizen(nation.database, whale)
    await anElection(nation.runtime)
    const [ada, ben] = [await aCandidate(nation.runtime, 'president'), await aCandidate(nation.runtime, 'president')]
    const both = (a: [number, number], b: [number, number]) => ({ [ada.id]: a, [ben.id]: b })
    at('2026-01-06T12:00:01.000Z')
    const first = await vote(nation.runtime, voter, ada.id)
    expect(countsIn(first.candidates)).toEqual({ [ada.id]: [2, 1] })
    expect(await shownTo(voter)).toEqual(both([2, 1], [0, 0]))
    expect(await shownTo(ada.citizen)).toEqual(both([0, 0], [0, 0]))
    at('2026-01-06T12:00:06.000Z')
    await publish()
    expect(await shownTo(voter)).toEqual(both([2, 1], [0, 0]))
    const second = await vote(nation.runtime, voter, ben.id)
    expect(countsIn(second.candidates)).toEqual(both([0, 0], [2, 1]))
    expect(await shownTo(voter)).toEqual(both([0, 0], [2, 1]))
    expect(await shownTo(null)).toEqual(both([2, 1], [0, 0]))
    // Back again within the same five seconds: nothing is known of both ballots together, and nothing is counted twice.
    const third = await vote(nation.runtime, voter, ada.id)
    expect(third.candidates).toEqual([])
    expect(await shownTo(voter)).toEqual(both([2, 1], [0, 0]))
  })

  it('is answered without a word of what others cast in the meantime', async () => {
    const [voter, heavy] = [await aCitizen(nation.database), await aCitizen(nation.database, whale)]
    await anElection(nation.runtime)
    const [ada, ben] = [await aCandidate(nation.runtime, 'president'), await aCandidate(nation.runtime, 'president')]
    await vote(nation.runtime, voter, ben.id)
    wait(2 * publicationMs)
    await publish()
    await vote(nation.runtime, heavy, ada.id)
    const answer = await vote(nation.runtime, voter, ada.id)
    expect(countsIn(answer.candidates)).toEqual({ [ada.id]: [1, 1], [ben.id]: [0, 0] })
    const again = await vote(nation.runtime, voter, ben.id)
    expect(again.candidates).toEqual([])
  })
})

/** A vote as a naive count knows it. */
interface Cast {
  readonly voter: number
  readonly candidate: number
  readonly at: number
}

const weights = [10, 12, 15, 20]
const balances = ['0', '1000000000000000', '5000000000000000', '20000000000000000']
const small = fc.integer({ min: 0, max: 3 })
const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('vote' as const), voter: small, candidate: small }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 4_000 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('publish' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), candidate: small }) },
)

/** What a naive count says: votes up to an instant, those of one voter up to now. */
function naive(casts: readonly Cast[], gone: ReadonlySet<number>, asOf: number, own: number | null): Counts {
  const standing = new Map<number, number>()
  for (const cast of casts) if (cast.at < asOf || cast.voter === own) standing.set(cast.voter, cast.candidate)
  const counts: Counts = {}
  for (let candidate = 0; candidate < 4; candidate++) {
    if (gone.has(candidate)) continue
    const voters = [...standing].filter(([, chosen]) => chosen === candidate).map(([voter]) => voter)
    counts[candidate] = [voters.reduce((sum, voter) => sum + weights[voter]!, 0) / 10, voters.length]
  }
  return counts
}

it('Whatever is cast, everybody reads the votes up to one instant of five seconds, and each voter their own besides', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 30 }), async (commands) => {
      await emptyTables(nation.database)
      at('2026-01-06T12:00:00.000Z')
      const voters: Citizen[] = []
      for (const tokenBalance of balances) voters.push(await aCitizen(nation.database, { tokenBalance }))
      await anElection(nation.runtime)
      const standing: { id: string; citizen: Citizen }[] = []
      for (let n = 0; n < 4; n++) standing.push(await aCandidate(nation.runtime, 'president'))
      const number = (counts: Counts): Counts =>
        Object.fromEntries(Object.entries(counts).map(([id, two]) => [standing.findIndex((one) => one.id === id), two]))
      const casts: Cast[] = []
      const gone = new Set<number>()
      for (const step of commands) {
        if (step.do === 'wait') wait(step.ms)
        if (step.do === 'publish') await publish()
        if (step.do === 'vote' && !gone.has(step.candidate)) {
          await vote(nation.runtime, voters[step.voter]!, standing[step.candidate]!.id)
          casts.push({ ...step, at: nation.clock.now().getTime() })
        }
        if (step.do === 'withdraw' && gone.size < 2 && !gone.has(step.candidate)) {
          const { id: candidateId, citizen } = standing[step.candidate]!
          const what = { candidateId, userId: undefined, adminId: undefined }
          await as(nation.runtime, citizen, (ctx) => withdrawCandidate(ctx, what))
          gone.add(step.candidate)
        }
        const page = await listed(null)
        const instants = new Set(page.candidates.map((one) => one.countsAsOf))
        expect(instants.size).toBe(1)
        const [asOf] = instants as unknown as [number]
        expect(asOf % publicationMs).toBe(0)
        expect(asOf).toBeLessThanOrEqual(publicationInstant(nation.clock.now()).getTime())
        expect(number(countsIn(page.candidates))).toEqual(naive(casts, gone, asOf, null))
        for (const [who, voter] of voters.entries()) {
          const expected = naive(casts, gone, asOf, who)
          expect(number(await shownTo(voter))).toEqual(expected)
          const own = await read(nation.runtime, signedIn(voter), (ctx) =>
            ownPage({ ...ctx, caller: signedIn(voter) }, page),
          )
          const merged = page.candidates.map((one, place) => ({ ...one, ...own.candidates?.[place] }))
          expect(number(countsIn(merged))).toEqual(expected)
        }
      }
      await publishCounts(nation.runtime)
      const { tallies } = await talliesAndRecount(nation.database)
      const exact = Object.fromEntries(Object.entries(tallies).map(([id, [units, n]]) => [id, [units! / 10, n]]))
      expect(exact).toMatchObject(await shownTo(null))
    }),
    { numRuns: 6 },
  )
})
