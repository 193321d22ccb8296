import type { DataSource } from 'typeorm'

/** A connection of the server, and what it does. */
export interface Running {
  /** The server's number of the connection. */
  readonly id: number
  readonly schema: string | null
  readonly state: string
  /** Empty between two statements. */
  readonly statement: string
}

interface Shown {
  readonly Id: number | string
  readonly db: string | null
  readonly State: string | null
  readonly Info: string | null
}

/**
 * The server's connections. MySQL refuses to read information_schema.processlist while any of them, also another test's, runs a
 * statement with a character of four bytes, as citizens' searches do: the table's texts have three bytes a character.
 */
export async function serverConnections(ask: (sql: string) => Promise<unknown>): Promise<Running[]> {
  const rows = (await ask('SHOW FULL PROCESSLIST')) as Shown[]
  return rows.map(({ Id, db, State, Info }) => ({
    id: Number(Id),
    schema: db,
    state: State ?? '',
    statement: Info ?? '',
  }))
}

/** Those connections that are this database's: the server's other databases are other tests'. */
export async function ownConnections(database: DataSource): Promise<Running[]> {
  const schema = database.driver.database
  return (await serverConnections((sql) => database.query(sql))).filter((running) => running.schema === schema)
}

/** How many statements that fit this database runs. */
export async function runningLike(database: DataSource, statement: RegExp): Promise<number> {
  return (await ownConnections(database)).filter((running) => statement.test(running.statement)).length
}

/**
 * How many transactions of this database wait for a lock. MariaDB brings its table up to date only after a tenth of a second
 * without a read, so ask seldom; MySQL's table of the same name fails as the one above does.
 */
export async function lockWaits(database: DataSource): Promise<number> {
  const rows: { n: string }[] = await database.query(
    database.options.type === 'mysql'
      ? `SELECT COUNT(DISTINCT w.requesting_thread_id) AS n FROM performance_schema.data_lock_waits w
         JOIN performance_schema.threads t ON t.thread_id = w.requesting_thread_id WHERE t.processlist_db = DATABASE()`
      : `SELECT COUNT(*) AS n FROM information_schema.innodb_trx t
         JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id
         WHERE t.trx_state = 'LOCK WAIT' AND p.db = DATABASE()`,
  )
  return Number(rows[0]?.n)
}
