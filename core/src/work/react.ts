import { setTimeout as pause } from 'node:timers/promises'
import { type Reactions, entryAt } from '../journal'
import { change, column, readFirst, type Context, type Runtime } from '../platform'
import type { ReactJobData } from './queue'

type Outcome = 'done' | 'was done' | 'under way'

/** How often a locked row is looked at again. */
const looksAtLocked = 20
const pauseMs = 50

/**
 * Does one reaction, once: the transaction that has its effect is the one that marks it done, and the row is locked, so a
 * second worker with the same job finds it done, or under way and leaves it: when the first worker dies, the relay hands the
 * job out again. The relay locks rows, too, for the moment in which it hands them out: a locked row is looked at again for about a
 * second before it counts as another worker's. `rest` is the pause between two looks.
 */
export async function react(
  runtime: Runtime,
  reactions: Reactions,
  job: ReactJobData,
  rest: () => Promise<unknown> = () => pause(pauseMs),
): Promise<Outcome> {
  const { database } = runtime
  const row = await readFirst(
    database,
    { done_at: column.instant.nullable },
    'SELECT done_at FROM journal_work WHERE seq = ? AND handler = ?',
    [job.seq, job.handler],
  )
  const entry = await entryAt(database, job.seq)
  if (!row || row.done_at !== null || !entry) return 'was done'
  const reaction = reactions.named(job.handler)
  try {
    const prepared = await reaction.prepare?.(entry)
    const settle = () => change(runtime, {}, (ctx) => settleOnce(ctx, job, () => reaction.settle(ctx, entry, prepared)))
    let outcome = await settle()
    for (let look = 1; outcome === 'under way' && look < looksAtLocked; look++) {
      await rest()
      outcome = await settle()
    }
    return outcome
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    await database.query(
      'UPDATE journal_work SET attempts = attempts + 1, last_error = ? WHERE seq = ? AND handler = ? AND done_at IS NULL',
      [sentence.slice(0, 500), job.seq, job.handler],
    )
    throw error
  }
}

/** Does the effect and marks it done, unless it is done or its row is locked. */
async function settleOnce(ctx: Context, job: ReactJobData, effect: () => Promise<void>): Promise<Outcome> {
  const row = await readFirst(
    ctx.tx,
    { done_at: column.instant.nullable },
    'SELECT done_at FROM journal_work WHERE seq = ? AND handler = ? FOR UPDATE SKIP LOCKED',
    [job.seq, job.handler],
  )
  if (!row) return 'under way'
  if (row.done_at !== null) return 'was done'
  await effect()
  await ctx.tx.query('UPDATE journal_work SET done_at = ?, last_error = NULL WHERE seq = ? AND handler = ?', [
    ctx.now(),
    job.seq,
    job.handler,
  ])
  return 'done'
}
