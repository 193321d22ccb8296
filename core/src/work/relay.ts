import type { DataSource } from 'typeorm'
import type { ReactJobData } from './queue'
import { mostAttempts } from '@nation/domain/work'
import { column, readRows } from '../platform'
import { pausedJobs } from './job-notes'

const batchSize = 200
/** A reaction that is not done this long after it was handed out is handed out again. */
const staleMs = 60_000

/**
 * Picks reactions that were never put into the queue, or long ago and are still not done, and marks them as sent.
 * What another worker is doing or picking at this moment is left to that worker, and what is paused waits. `machineNow` is the machine's time: a moved
 * nation's clock makes nothing stale.
 */
export async function takeOpenWork(
  database: DataSource,
  machineNow: Date,
): Promise<(ReactJobData & { attempts: number; retries: number })[]> {
  const paused = await pausedJobs(database)
  const stale = new Date(machineNow.getTime() - staleMs)
  return database.transaction('READ COMMITTED', async (tx) => {
    const rows = await readRows(
      tx,
      { seq: column.integer, handler: column.text, attempts: column.integer, retries: column.integer },
      `SELECT seq, handler, attempts, retries FROM journal_work
       WHERE done_at IS NULL AND attempts < ? AND (nudged_at IS NULL OR nudged_at < ?) AND handler NOT IN (?)
       ORDER BY seq LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`,
      [mostAttempts, stale, paused.length > 0 ? paused : ['']],
    )
    for (const row of rows) {
      await tx.query('UPDATE journal_work SET nudged_at = ? WHERE seq = ? AND handler = ?', [
        machineNow,
        row.seq,
        row.handler,
      ])
    }
    return rows.map(({ seq, handler, attempts, retries }) => ({ seq, handler, attempts, retries }))
  })
}
