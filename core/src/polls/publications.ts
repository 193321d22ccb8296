import { pollPublicationInstant } from '@nation/domain/polls'
import type { EntityManager } from 'typeorm'
import {
  change,
  column,
  distinct,
  readFirst,
  readRows,
  write,
  type Context,
  type Queries,
  type Runtime,
} from '../platform'

/** Batches of votes that one publication looks at; the next one goes on behind them. */
const mostBatches = 5_000

/**
 * Tells everybody the counts of each poll that was voted on since the last publication, once in five seconds and with one entry for each
 * poll. Any number of processes may try: the first one does it, the others find it done or under way. It takes no lock
 * that a vote takes.
 */
export async function publishDuePolls(runtime: Runtime): Promise<void> {
  const dueAt = () => pollPublicationInstant(runtime.clock.now())
  const last = await publication(runtime.database, '')
  if (last && (last.as_of >= dueAt() || (await batchesSince(runtime.database, last.seq, 1)).length === 0)) return
  await change(runtime, {}, async (ctx) => {
    if (!last) await begin(ctx.tx)
    const locked = await publication(ctx.tx, 'FOR UPDATE SKIP LOCKED')
    const instant = dueAt()
    if (locked && locked.as_of < instant) await publish(ctx, locked.seq, instant)
  })
}

async function publish(ctx: Context, after: string, instant: Date): Promise<void> {
  const batches = await batchesSince(ctx.tx, after, mostBatches)
  const newest = batches.at(-1)
  if (!newest) return
  const polls = distinct(batches.map(({ subject }) => subject))
  for (const [pollId, counts] of await countsOf(ctx.tx, polls)) {
    ctx.journal.add({ kind: 'polls.tally-changed', subject: pollId, facts: { pollId, counts } })
  }
  await ctx.tx.query('UPDATE poll_publications SET as_of = ?, seq = ? WHERE id = 1', [instant, newest.seq])
}

/** How far publications have come: the last one's instant, and the last entry of the journal that it looked at. */
const publication = (from: Queries, lock: string) =>
  readFirst(
    from,
    { as_of: column.instant, seq: column.key },
    `SELECT as_of, seq FROM poll_publications WHERE id = 1 ${lock}`,
  )

/** In a nation without a publication yet. */
const begin = (tx: EntityManager) =>
  write(tx, `INSERT IGNORE INTO poll_publications (id, as_of, seq) VALUES (1, '1970-01-01 00:00:00.000', 0)`)

/** Entries about votes on polls behind one: each tells of votes that were committed with it. */
const batchesSince = (from: Queries, seq: string, limit: number) =>
  readRows(
    from,
    { seq: column.key.present, subject: column.text.present },
    `SELECT seq, subject FROM journal FORCE INDEX (ix_journal_kind) WHERE kind = 'polls.voted' AND seq > ?
     ORDER BY seq LIMIT ${limit}`,
    [seq],
  )

/** The votes of each option of polls, in their order, by the polls' public ids, without deleted polls. */
async function countsOf(
  tx: EntityManager,
  polls: readonly string[],
): Promise<ReadonlyMap<string, { id: string; votes: number }[]>> {
  const rows = await readRows(
    tx,
    { poll: column.text, id: column.text, votes: column.integer },
    `SELECT p.uid AS poll, o.uid AS id, o.votes FROM polls p STRAIGHT_JOIN poll_options o ON o.poll_id = p.id
     WHERE p.uid IN (?) AND p.status <> 'deleted' ORDER BY p.id, o.place`,
    [polls],
  )
  const byPoll = new Map<string, { id: string; votes: number }[]>()
  for (const { poll, id, votes } of rows) byPoll.set(poll, [...(byPoll.get(poll) ?? []), { id, votes }])
  return byPoll
}
