import { expect, it } from 'vitest'
import { read } from '../platform'
import { anElection, emptyNation, growNation, useTestNation } from '../testing'
import { openReplica, replicaChanges } from '.'
import { ReplicaModel } from './testing'

const nation = useTestNation()

const happens = async (seq: number, kind: string, subject: string | null) => {
  await nation.database.query(
    "INSERT INTO journal (seq, kind, subject, visibility, facts, at) VALUES (?, ?, ?, 'public', '{}', ?)",
    [seq, kind, subject, nation.clock.now()],
  )
  await nation.database.query('UPDATE journal_head SET seq = ?', [seq])
}

it('The end of an election with many candidates is told in pieces: no table is read anew', async () => {
  const { database, runtime, clock } = nation
  const startsAt = clock.now()
  const election = await anElection(runtime)
  const size = { ...emptyNation, citizens: 5_000, candidates: 2_300 }
  await growNation(
    (sql) => database.query(sql),
    { now: startsAt, startsAt, electionId: election.id },
    emptyNation,
    size,
  )
  const [{ uid, first, head }] = await database.query<[{ uid: string; first: string; head: string }]>(
    `SELECT uid, (SELECT COUNT(*) FROM candidacies) AS first, (SELECT seq FROM journal_head) AS head FROM elections`,
  )
  const candidates = Number(first)
  expect(candidates).toBeGreaterThan(2_000)
  const replica = await new ReplicaModel(runtime).fill()
  const { position } = await read(runtime, null, (ctx) => openReplica(ctx))
  await database.query("UPDATE candidacies SET title = 'Over'")
  await happens(Number(head) + 1, 'elections.opened', uid)
  await happens(Number(head) + 2, 'elections.completed', uid)
  await happens(Number(head) + 3, 'elections.counted', uid)
  const answers: { rows: number; again: readonly string[]; more: boolean }[] = []
  for (let after = position, more = true; more;) {
    const answer = await read(runtime, null, (ctx) => replicaChanges(ctx, { after }))
    answers.push({ rows: answer.put.candidacies?.length ?? 0, again: answer.again, more: answer.more })
    ;({ position: after, more } = answer)
  }
  expect(answers.map(({ rows }) => rows)).toEqual([0, 1_000, 1_000, candidates - 2_000])
  expect(answers.flatMap(({ again }) => again)).toEqual([])
  // What a console holds after it is what one holds that is filled anew.
  await replica.pull()
  expect(replica.contents).toEqual((await new ReplicaModel(runtime).fill()).contents)
})
