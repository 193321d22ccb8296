import { describe, expect, it } from 'vitest'
import { createBroadcast } from '../broadcasts'
import type { Citizen } from '../citizens'
import { sequence } from '../journal'
import { read, readCursor, writeCursor } from '../platform'
import {
  aCitizen,
  anElection,
  as,
  emptyNation,
  growNation,
  restoreRows,
  saveRows,
  useTestNation,
  type SavedRows,
} from '../testing'
import { openReplica, replicaChanges } from '.'
import { ReplicaModel } from './testing'

const nation = useTestNation()

const pass = (ms: number): void => nation.clock.set(new Date(nation.clock.now().getTime() + ms))
const anAdmin = () => aCitizen(nation.database, { isAdmin: true })

/** Writes that many broadcasts, each at another instant, and gives their entries numbers. */
async function broadcast(admin: Citizen, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    pass(1_000)
    await as(nation.runtime, admin, (ctx) => createBroadcast(ctx, { message: 'The harbour opens.', type: 'info' }))
  }
  while ((await sequence(nation.database)).more);
}

/** The nation as it was then; the journal’s numbers go on from there. */
async function restore(saved: SavedRows): Promise<void> {
  await restoreRows(nation.database, saved)
  pass(3_600_000)
}

const filledAnew = async () => (await new ReplicaModel(nation.runtime).fill()).contents

const happens = async (seq: number, kind: string, subject: string | null) => {
  await nation.database.query(
    "INSERT INTO journal (seq, kind, subject, visibility, facts, at) VALUES (?, ?, ?, 'public', '{}', ?)",
    [seq, kind, subject, nation.clock.now()],
  )
  await nation.database.query('UPDATE journal_head SET seq = ?', [seq])
}

it('The end of an election with many candidates is told in pieces: no table is read anew', async () => {
  const { database, runtime } = nation
  const startsAt = nation.clock.now()
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
  const answers: { rows: number; again: readonly string[]; position: string }[] = []
  for (let after = position, more = true; more;) {
    const answer = await read(runtime, null, (ctx) => replicaChanges(ctx, { after }))
    answers.push({ rows: answer.put.candidacies?.length ?? 0, again: answer.again, position: answer.position })
    ;({ position: after, more } = answer)
  }
  expect(answers.map(({ rows }) => rows)).toEqual([0, 1_000, 1_000, candidates - 2_000])
  expect(answers.flatMap(({ again }) => again)).toEqual([])
  // What a console holds after it is what one holds that is filled anew.
  await replica.pull()
  expect(replica.contents).toEqual((await new ReplicaModel(runtime).fill()).contents)
  const middle = answers[1]!.position
  await database.query('DELETE FROM journal WHERE seq > ?', [Number(head) + 1])
  pass(1_000)
  await happens(Number(head) + 2, 'elections.completed', uid)
  // What it read in part is another entry now.
  expect(await read(runtime, null, (ctx) => replicaChanges(ctx, { after: middle }))).toMatchObject({ reset: true })
})

describe('A nation that was restored from a backup', () => {
  it('fills the copy of a console anew that saw what is lost, also after as much has happened again', async () => {
    const admin = await anAdmin()
    await broadcast(admin, 3)
    const saved = await saveRows(nation.database)
    const before = await new ReplicaModel(nation.runtime).fill()
    await broadcast(admin, 2)
    const lost = await new ReplicaModel(nation.runtime).fill()
    const other = await new ReplicaModel(nation.runtime).fill()
    await restore(saved)
    // The same number again, and a higher one.
    await broadcast(admin, 2)
    expect(await other.pull()).toEqual({ reset: true })
    await broadcast(admin, 1)
    expect(await lost.pull()).toEqual({ reset: true })
    await lost.fill()
    expect(await before.pull()).toEqual({ reset: false })
    for (const { contents } of [lost, before]) expect(contents).toEqual(await filledAnew())
  })

  it('is the same one for a position of an earlier version, which gets a complete one with the next changes', async () => {
    const admin = await anAdmin()
    await broadcast(admin, 3)
    const saved = await saveRows(nation.database)
    const replica = await new ReplicaModel(nation.runtime).fill()
    replica.position = writeCursor(readCursor(replica.position, 4).slice(0, 2).map(Number))
    await broadcast(admin, 2)
    expect(await replica.pull()).toEqual({ reset: false })
    expect(replica.contents).toEqual(await filledAnew())
    await restore(saved)
    await broadcast(admin, 3)
    expect(await replica.pull()).toEqual({ reset: true })
  })
})

it('Entries that are removed after a day fill no copy anew', async () => {
  const admin = await anAdmin()
  await broadcast(admin, 1)
  const [{ head }] = await nation.database.query<[{ head: string }]>('SELECT seq AS head FROM journal_head')
  const last = Number(head) + 1
  await happens(last, 'messenger.read', null)
  const replica = await new ReplicaModel(nation.runtime).fill()
  pass(2 * 24 * 3_600_000)
  await broadcast(admin, 1)
  await nation.database.query("CALL journal_prune('messenger.read', 10)")
  expect(await nation.database.query('SELECT seq FROM journal WHERE seq = ?', [last])).toEqual([])
  expect(await replica.pull()).toEqual({ reset: false })
  expect(replica.contents).toEqual(await filledAnew())
})
