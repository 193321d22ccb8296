import type { Reactions } from '../journal/reactions'
import { entryAt } from '../journal/reader'
import { change, type Runtime } from '../platform'
import type { ReactJobData } from './queue'

/**
 * Does one reaction, once: the transaction that has its effect is the one that marks it done, and the row is locked, so a
 * second worker with the same job finds it done, or under way and leaves it: when the first worker dies, the relay hands the
 * job out again.
 */
export async function react(
  runtime: Runtime,
  reactions: Reactions,
  job: ReactJobData,
): Promise<'done' | 'was done' | 'under way'> {
  const { database } = runtime
  const rows: { done_at: Date | null }[] = await database.query(
    'SELECT done_at FROM journal_work WHERE seq = ? AND handler = ?',
    [job.seq, job.handler],
  )
  const entry = await entryAt(database, job.seq)
  if (!rows[0] || rows[0].done_at !== null || !entry) return 'was done'
  const reaction = reactions.named(job.handler)
  try {
    const prepared = await reaction.prepare?.(entry)
    return await change(runtime, {}, async (ctx) => {
      const locked: { done_at: Date | null }[] = await ctx.tx.query(
        'SELECT done_at FROM journal_work WHERE seq = ? AND handler = ? FOR UPDATE SKIP LOCKED',
        [job.seq, job.handler],
      )
      if (!locked[0]) return 'under way'
      if (locked[0].done_at !== null) return 'was done'
      await reaction.settle(ctx, entry, prepared)
      await ctx.tx.query('UPDATE journal_work SET done_at = ?, last_error = NULL WHERE seq = ? AND handler = ?', [
        ctx.now(),
        job.seq,
        job.handler,
      ])
      return 'done'
    })
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    await database.query(
      'UPDATE journal_work SET attempts = attempts + 1, last_error = ? WHERE seq = ? AND handler = ? AND done_at IS NULL',
      [sentence.slice(0, 500), job.seq, job.handler],
    )
    throw error
  }
}
