import type { DataSource } from 'typeorm'
import { Reactions } from './reactions'
import { column, readFirst, readRows } from '../platform'

/** The Redis channel on which a process says that it has committed journal rows. */
export const headNudgeChannel = 'nation:journal:committed'

/** The Redis channel on which the sequencer says how far the journal has come. */
export const headChannel = 'nation:journal:head'

const batchSize = 500

/**
 * Gives the next numbers to rows that have been committed, in the order of their ids, and writes down the work that follows
 * from them. The head row is locked, so two sequencers can never give the same number, whatever the lease says; a row that
 * is not yet committed is not seen, and gets a later number when it is: a reader who follows the numbers misses nothing.
 * @returns the head after this round, how many rows were numbered, whether more are waiting, and whether work follows
 */
export async function sequence(
  database: DataSource,
  reactions = new Reactions(),
): Promise<{ head: number; numbered: number; more: boolean; work: boolean }> {
  return database.transaction('READ COMMITTED', async (tx) => {
    const found = await readFirst(tx, { seq: column.integer }, 'SELECT seq FROM journal_head WHERE id = 1 FOR UPDATE')
    const head = found?.seq ?? 0
    const rows = await readRows(
      tx,
      { id: column.integer, kind: column.text },
      `SELECT id, kind FROM journal WHERE seq IS NULL ORDER BY id LIMIT ${batchSize}`,
    )
    if (rows.length === 0) return { head, numbered: 0, more: false, work: false }
    const numbered = rows.map((row, index) => ({ ...row, seq: head + index + 1 }))
    // The account that serves may not change the journal; this procedure gives a number to what has none.
    await tx.query('CALL journal_number(?)', [JSON.stringify(numbered.map((row) => [row.id, row.seq]))])
    const work = numbered.flatMap((row) => reactions.following(row.kind).map((handler) => [row.seq, handler] as const))
    if (work.length > 0) {
      await tx.query(
        `INSERT INTO journal_work (seq, handler) VALUES ${work.map(() => '(?, ?)').join(', ')}`,
        work.flat(),
      )
    }
    const last = head + numbered.length
    await tx.query('UPDATE journal_head SET seq = ? WHERE id = 1', [last])
    return { head: last, numbered: numbered.length, more: rows.length === batchSize, work: work.length > 0 }
  })
}
