import { eligibleCountMs, publicationMs, tallyChangedOf } from '@nation/domain/elections'
import { expect, it } from 'vitest'
import { read } from '../platform'
import { aCitizen, useTestNation } from '../testing'
import { aCandidate, anElection, as, vote } from './testing'
import { currentElection } from './elections.service'
import { removeCountedVoters } from './live-turnout'
import { publishDueTallies } from './publications'
import { withdrawCandidate } from './candidates.service'
import { voidVotesReaction } from './void-votes'

const nation = useTestNation()
const wait = (ms: number) => nation.clock.set(new Date(nation.clock.now().getTime() + ms))
const rows = <Row = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  nation.database.query<Row[]>(sql, values)
const publish = async () => {
  wait(2 * publicationMs)
  await publishDueTallies(nation.runtime)
}
/** What everybody reads of the turnout. */
const shown = async () => {
  const { election } = await read(nation.runtime, null, (ctx) => currentElection(ctx))
  return election?.turnoutSoFar ?? null
}
/** Citizens with a vote that counts, counted anew. */
const recount = async () => {
  const [row] = await rows<{ n: string }>(
    `SELECT COUNT(DISTINCT v.citizen_id) AS n FROM current_votes v JOIN candidacies c ON c.id = v.candidacy_id
     WHERE c.status <> 'withdrawn'`,
  )
  return Number(row?.n)
}
const events = async () =>
  (await rows<{ facts: unknown }>(`SELECT facts FROM journal WHERE kind = 'elections.tally-changed' ORDER BY id`)).map(
    ({ facts }) => tallyChangedOf((typeof facts === 'string' ? JSON.parse(facts) : facts) as Record<string, unknown>),
  )
const withdraw = async ({ id, citizen }: Awaited<ReturnType<typeof aCandidate>>) => {
  await as(nation.runtime, citizen, (ctx) =>
    withdrawCandidate(ctx, { candidateId: id, userId: undefined, adminId: undefined }),
  )
  return id
}
const removeVoidVotes = (candidateId: string) =>
  voidVotesReaction(nation.database).prepare!({ subject: candidateId } as never)
const citizens = (count: number) => Promise.all(Array.from({ length: count }, () => aCitizen(nation.database)))

it('The turnout counts citizens, not their votes, and changes together with the public counts', async () => {
  await anElection(nation.runtime)
  const [ada, ben] = [await aCandidate(nation.runtime, 'president'), await aCandidate(nation.runtime, 'secretary')]
  const [one, two] = await citizens(2)
  await publish()
  expect(await shown()).toMatchObject({ voters: 0, eligible: 4, percent: 0 })
  await vote(nation.runtime, one!, ada.id)
  await vote(nation.runtime, one!, ben.id)
  expect(await shown()).toMatchObject({ voters: 0 })
  await publish()
  expect(await shown()).toMatchObject({ voters: 1, eligible: 4, percent: 25 })
  await vote(nation.runtime, two!, ben.id)
  await publish()
  expect(await shown()).toMatchObject({ voters: 2, percent: 50 })
  expect((await events()).map((event) => [event?.voters, event?.eligible])).toEqual([
    [1, 4],
    [2, 4],
  ])
  // A vote of the next five seconds is not in it, and to publish again writes no event.
  await publish()
  expect(await events()).toHaveLength(2)
})

it('A voter who has no vote left that counts is taken out, and is counted again with the next vote', async () => {
  await anElection(nation.runtime)
  const [ada, ben] = [await aCandidate(nation.runtime, 'president'), await aCandidate(nation.runtime, 'secretary')]
  const [both, only] = await citizens(2)
  await vote(nation.runtime, both!, ada.id)
  await vote(nation.runtime, both!, ben.id)
  await vote(nation.runtime, only!, ada.id)
  await publish()
  expect(await shown()).toMatchObject({ voters: 2 })
  const gone = await withdraw(ada)
  await removeVoidVotes(gone)
  await removeVoidVotes(gone)
  await publish()
  expect(await shown()).toMatchObject({ voters: 1 })
  expect((await events()).at(-1)).toMatchObject({ voters: 1 })
  await vote(nation.runtime, only!, ben.id)
  await publish()
  expect(await shown()).toMatchObject({ voters: 2 })
})

it('A vote that is void before it was published never counts', async () => {
  await anElection(nation.runtime)
  const ada = await aCandidate(nation.runtime, 'president')
  const [voter] = await citizens(1)
  await vote(nation.runtime, voter!, ada.id)
  const gone = await withdraw(ada)
  await publish()
  await removeVoidVotes(gone)
  await publish()
  expect(await shown()).toMatchObject({ voters: 0 })
})

it('The counter equals a recount after votes, changes, withdrawals and publications at the same time', async () => {
  await anElection(nation.runtime)
  const voters = await citizens(12)
  for (let round = 0; round < 6; round++) {
    const standing = await Promise.all([
      aCandidate(nation.runtime, 'president'),
      aCandidate(nation.runtime, 'secretary'),
      aCandidate(nation.runtime, 'president'),
    ])
    // Some vote twice, some for another candidate afterwards, some not in every round.
    const votes = voters.flatMap((voter, n) =>
      (n + round) % 4 === 0 ? [] : [standing[n % 3]!, standing[(n + round) % 3]!].map((one) => ({ voter, one })),
    )
    const goes = standing[round % 3]!
    await Promise.all([
      ...votes.map(({ voter, one }) => vote(nation.runtime, voter, one.id).catch(refusedOnly)),
      publish(),
      withdraw(goes).then(removeVoidVotes),
      publishDueTallies(nation.runtime),
    ])
    await publish()
    expect(await shown()).toMatchObject({ voters: await recount() })
  }
  expect(await recount()).toBeGreaterThan(0)
})

/** A vote may come after the withdrawal of its candidate: it is refused then. Nothing else may happen to it. */
function refusedOnly(error: unknown): void {
  expect(error).toMatchObject({ code: 'candidate_withdrawn' })
}

it('Who was counted is removed in batches once the votes are counted, and not before', async () => {
  await anElection(nation.runtime)
  const ada = await aCandidate(nation.runtime, 'president')
  for (const voter of await citizens(3)) await vote(nation.runtime, voter, ada.id)
  await publish()
  expect(await shown()).toMatchObject({ voters: 3 })
  expect(await removeCountedVoters(nation.database, 2)).toBe(0)
  const removed: Record<string, number> = {}
  for (const stage of ['phase_two', 'counted', 'seated', 'completed']) {
    await rows('UPDATE elections SET stage = ?', [stage])
    removed[stage] = await removeCountedVoters(nation.database, 2)
  }
  expect(removed).toEqual({ phase_two: 0, counted: 2, seated: 1, completed: 0 })
  expect(await rows('SELECT citizen_id FROM published_voters')).toEqual([])
})

it('A publication waits for no vote that is under way, and finds it once it is committed', async () => {
  await anElection(nation.runtime)
  const ada = await aCandidate(nation.runtime, 'president')
  const [slow, quick] = await citizens(2)
  await vote(nation.runtime, quick!, ada.id)
  const other = nation.database.createQueryRunner()
  await other.startTransaction('READ COMMITTED')
  const [{ election_id, candidacy_id }] = (await rows<{ election_id: string; candidacy_id: string }>(
    'SELECT election_id, candidacy_id FROM ballots',
  )) as [{ election_id: string; candidacy_id: string }]
  const at = nation.clock.now()
  await other.query(
    `INSERT INTO ballots (election_id, position, citizen_id, candidacy_id, weight_units, cast_at) VALUES (?, 1, ?, ?, 10, ?)`,
    [election_id, slow!.id, candidacy_id, at],
  )
  await other.query(
    `INSERT INTO current_votes (election_id, position, citizen_id, candidacy_id, weight_units, voted_at) VALUES (?, 1, ?, ?, 10, ?)`,
    [election_id, slow!.id, candidacy_id, at],
  )
  await vote(nation.runtime, ada.citizen, ada.id)
  await publish()
  expect(await shown()).toMatchObject({ voters: 2 })
  await other.commitTransaction()
  await other.release()
  await publish()
  expect(await shown()).toMatchObject({ voters: 3 })
})

it('Those who may vote are counted again after ten minutes, and not with every publication', async () => {
  await anElection(nation.runtime)
  await aCandidate(nation.runtime, 'president')
  await publish()
  expect(await shown()).toMatchObject({ eligible: 1 })
  await citizens(2)
  await publish()
  expect(await shown()).toMatchObject({ eligible: 1 })
  wait(eligibleCountMs)
  await publish()
  expect(await shown()).toMatchObject({ eligible: 3 })
})

it('More never voted than may: who joined since those were counted is counted with their votes', async () => {
  await anElection(nation.runtime)
  const ada = await aCandidate(nation.runtime, 'president')
  await publish()
  expect(await shown()).toMatchObject({ voters: 0, eligible: 1 })
  for (const voter of await citizens(3)) await vote(nation.runtime, voter, ada.id)
  await publish()
  expect(await shown()).toMatchObject({ voters: 3, eligible: 4, percent: 75 })
  expect((await events()).at(-1)).toMatchObject({ voters: 3, eligible: 4 })
  // Of two counts that do not fit, as of different moments, the turnout is at most all of them.
  await rows(`UPDATE citizens SET x_created_at = '2025-12-01'`)
  await rows('UPDATE tally_publications SET eligible = 1')
  await publish()
  expect(await shown()).toMatchObject({ voters: 3, eligible: 3, percent: 100 })
})

it('There is no turnout so far before the opening and after the end', async () => {
  const { uid } = await anElection(nation.runtime)
  await publish()
  expect(await shown()).not.toBeNull()
  const [election] = await rows<{ ends_at: Date }>('SELECT ends_at FROM elections WHERE uid = ?', [uid])
  nation.clock.set(new Date(election!.ends_at))
  expect(await shown()).toBeNull()
})
