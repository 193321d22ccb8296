import type { DataSource } from 'typeorm'
import type { ReactJobData } from './queue'
import { column, readRows } from '../platform'

const batchSize = 200
/** A reaction that is not done this long after it was handed out is handed out again. */
const staleMs = 60_000
/** After this many failures a person has to look. */
export const mostAttempts = 20

/**
 * Picks reactions that nobody has been told of, or that were told long ago and are still not done, and marks them told.
 * What another worker is doing or picking at this moment is left to that worker. `machineNow` is the machine's time: a moved
 * nation's clock makes nothing stale.
 */
export async function takeOpenWork(
  database: DataSource,
  machineNow: Date,
): Promise<(ReactJobData & { attempts: number })[]> {
  const stale = new Date(machineNow.getTime() - staleMs)
  return database.transaction('READ COMMITTED', async (tx) => {
    const rows = await readRows(
      tx,
      { seq: column.integer, handler: column.text, attempts: column.integer },
      `SELECT seq, handler, attempts FROM journal_work
       WHERE done_at IS NULL AND attempts < ? AND (nudged_at IS NULL OR nudged_at < ?)
       ORDER BY seq LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`,
      [mostAttempts, stale],
    )
    for (const row of rows) {
      await tx.query('UPDATE journal_work SET nudged_at = ? WHERE seq = ? AND handler = ?', [
        machineNow,
        row.seq,
        row.handler,
      ])
    }
    return rows.map((row) => ({ seq: row.seq, handler: row.handler, attempts: row.attempts }))
  })
}
