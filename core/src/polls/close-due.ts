import { isPollOpen } from '@nation/domain/polls'
import type { DataSource } from 'typeorm'
import { change, type Runtime, column, readOne, readRows } from '../platform'
import { deleteFormerVotes } from './former-votes'
import { Poll, PollLogEntry } from './poll.entity'
import { countPoll } from './polls-counter'

/** When the next poll closes by its date; null when none does. */
export async function pollsDueAt(database: DataSource): Promise<Date | null> {
  const row = await readOne(
    database,
    { at: column.instant.nullable },
    `SELECT MIN(closes_at) AS at FROM polls WHERE status = 'open' AND closes_at IS NOT NULL`,
  )
  return row.at ?? null
}

/**
 * Writes down which polls their dates have closed, and tells of it. Votes are refused by the date itself; this only makes the
 * end known. Safe to run at any time, by several at once.
 */
export async function closeDuePolls(runtime: Runtime): Promise<void> {
  const rows = await readRows(
    runtime.database,
    { id: column.key },
    `SELECT id FROM polls WHERE status = 'open' AND closes_at <= ? ORDER BY closes_at, id`,
    [runtime.clock.now()],
  )
  for (const { id } of rows) await closeByDate(runtime, id)
}

function closeByDate(runtime: Runtime, id: string): Promise<void> {
  return change(runtime, {}, async (ctx) => {
    const polls = ctx.tx.getRepository(Poll)
    const poll = await polls.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } })
    const now = ctx.now()
    const at = poll?.closesAt
    if (poll?.status !== 'open' || !at || isPollOpen(poll, now)) return
    await polls.update({ id }, { status: 'closed', closedAt: at, updatedAt: at })
    await countPoll(ctx.tx, id, { from: 'open', to: 'closed' })
    await deleteFormerVotes(ctx.tx, id)
    await ctx.tx.getRepository(PollLogEntry).insert({ pollId: id, what: 'closed', byId: null, at, facts: {} })
    ctx.journal.add({ kind: 'polls.closed', subject: poll.uid, facts: { pollId: poll.uid, by: 'date' } })
  })
}
