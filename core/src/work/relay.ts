import type { DataSource } from 'typeorm'
import type { OpenWork } from './queue'
import { mostAttempts } from '@nation/domain/work'
import { clockSlackMs, column, readRows } from '../platform'
import { pausedJobs } from './job-notes'
import { silentMs } from './react'

/** A reaction that has not begun this long after it was handed out is handed out again. So is one that failed this long ago. */
const staleMs = 60_000

/**
 * Open reactions of one name that nobody does: never handed out, or long ago; and no worker has told lately that it is at it. What
 * lies ahead was written by a clock that had jumped.
 */
const toHandOut = `FROM journal_work FORCE INDEX (ix_journal_work_handler)
  WHERE handler = ? AND done_at IS NULL AND attempts < ? AND (nudged_at IS NULL OR nudged_at < ? OR nudged_at > ?)
  AND (heard_at IS NULL OR heard_at < ? OR heard_at > ?)`

const valuesOf = (handler: string, machineNow: Date) => {
  const from = (ms: number) => new Date(machineNow.getTime() + ms)
  return [handler, mostAttempts, from(-staleMs), from(clockSlackMs), from(-silentMs), from(clockSlackMs)]
}

/**
 * Which of these reactions are to be handed out somewhere: open, and not paused. One short statement that locks nothing.
 * `machineNow` is the machine's time: a moved nation's clock makes nothing stale.
 */
export async function namesOfOpenWork(
  database: DataSource,
  names: readonly string[],
  machineNow: Date,
): Promise<readonly string[]> {
  const paused: readonly string[] = await pausedJobs(database)
  const asked = names.filter((name) => !paused.includes(name))
  if (asked.length === 0) return []
  const rows = await readRows(
    database,
    { handler: column.text },
    asked.map(() => `(SELECT handler ${toHandOut} LIMIT 1)`).join(' UNION ALL '),
    asked.flatMap((name) => valuesOf(name, machineNow)),
  )
  return rows.map(({ handler }) => handler)
}

/**
 * Picks open reactions of one name and marks them as sent. Those that were tried least come first: what always fails keeps no
 * newer one waiting. What another worker is doing or picking at this moment is left to that worker.
 * @param most how many, at most
 */
export async function takeOpenWork(
  database: DataSource,
  handler: string,
  most: number,
  machineNow: Date,
): Promise<OpenWork[]> {
  return database.transaction('READ COMMITTED', async (tx) => {
    const rows = await readRows(
      tx,
      { seq: column.integer, handler: column.text, attempts: column.integer, retries: column.integer },
      `SELECT seq, handler, attempts, retries ${toHandOut} ORDER BY attempts, seq LIMIT ? FOR UPDATE SKIP LOCKED`,
      [...valuesOf(handler, machineNow), most],
    )
    if (rows.length > 0) {
      await tx.query('UPDATE journal_work SET nudged_at = ? WHERE handler = ? AND seq IN (?)', [
        machineNow,
        handler,
        rows.map(({ seq }) => seq),
      ])
    }
    return rows.map(({ seq, attempts, retries }) => ({ seq, handler, attempts, retries }))
  })
}
