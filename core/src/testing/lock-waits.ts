import type { DataSource } from 'typeorm'

/**
 * How many transactions of this database wait for a lock: the server's other databases are other tests'. InnoDB brings its table
 * up to date only after a tenth of a second without a read, so ask seldom.
 */
export async function lockWaits(database: DataSource): Promise<number> {
  const rows: { n: string }[] = await database.query(
    `SELECT COUNT(*) AS n FROM information_schema.innodb_trx t
     JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id
     WHERE t.trx_state = 'LOCK WAIT' AND p.db = DATABASE()`,
  )
  return Number(rows[0]?.n)
}
