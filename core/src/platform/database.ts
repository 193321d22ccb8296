import 'reflect-metadata'
import mysql from 'mysql2'
import { DataSource, type DataSourceOptions } from 'typeorm'
import { watchConnection } from './read-rows'

/**
 * What every connection is told before its first statement, on both databases: nothing is left to a server's default.
 * sql_mode, collation, isolation and time zone are explicit.
 */
export const sessionStatements = [
  "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ONLY_FULL_GROUP_BY,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  'SET NAMES utf8mb4 COLLATE utf8mb4_unicode_520_ci',
  "SET SESSION time_zone = '+00:00'",
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
]

/** How long a statement waits for each lock, in seconds. On a crowd's connections, where many wait behind one, it is less. */
const lockPatience = 10
const batchLockPatience = 1

export interface DatabaseOptions {
  /** Every entity that is read or written through these connections. */
  readonly entities: readonly (new () => object)[]
  readonly url: string
  /** Most connections that one process opens. */
  readonly poolSize?: number
  readonly migrations?: DataSourceOptions['migrations']
  /**
   * For a crowd's changes (`groupCommit`) alone: a lock is waited for one second, a message may hold several statements, and the first
   * one begins a transaction, which lasts until it is committed or undone. On all other connections the server itself refuses a
   * second statement, whatever got into the first, and what is read leaves nothing open.
   */
  readonly severalAtOnce?: boolean
  /** How long a reading statement may take, in milliseconds; longer, and the server ends it with an error (`isDatabaseAway`). */
  readonly longestReadMs?: number
  /** Sees each statement before it is sent (fault tests count them). */
  readonly onStatement?: (sql: string) => void
  /** Is told the server's number of each new connection (fault tests wait for its end). */
  readonly onConnection?: (id: number) => void
}

/**
 * Opens the database. MariaDB and MySQL are told apart by the server's own version.
 * @throws the driver's error when the server cannot be reached
 */
export async function connectDatabase(options: DatabaseOptions): Promise<DataSource> {
  const type = await serverKind(options.url)
  const dataSource = new DataSource({
    type,
    url: options.url,
    driver: driverWithSession(options.onConnection, [
      ...sessionStatements,
      `SET SESSION innodb_lock_wait_timeout = ${options.severalAtOnce ? batchLockPatience : lockPatience}`,
      ...(options.severalAtOnce ? ['SET SESSION autocommit = 0'] : []),
      ...(options.longestReadMs === undefined ? [] : [readsEndAfter(type, options.longestReadMs)]),
    ]),
    entities: [...options.entities],
    migrations: options.migrations ?? [],
    migrationsTableName: 'migrations',
    charset: 'utf8mb4',
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: true,
    poolSize: options.poolSize ?? 16,
    connectorPackage: 'mysql2',
    multipleStatements: options.severalAtOnce ?? false,
    logging: options.onStatement ? ['query'] : false,
    ...(options.onStatement && { logger: statementLogger(options.onStatement) }),
    // The driver makes room for 16,000 prepared statements on each connection, half a megabyte, and none is prepared here.
    // A connection keeps what it was told at its beginning: isolation, time zone, whether a transaction begins by itself.
    extra: {
      connectTimeout: 10_000,
      enableKeepAlive: true,
      maxIdle: 4,
      maxPreparedStatements: 1,
      resetOnRelease: false,
    },
  } as DataSourceOptions)
  return dataSource.initialize()
}

/** The databases have no common name for it: MariaDB counts seconds and means every statement, MySQL milliseconds of a SELECT. */
const readsEndAfter = (type: 'mariadb' | 'mysql', ms: number): string =>
  type === 'mariadb' ? `SET SESSION max_statement_time = ${ms / 1000}` : `SET SESSION max_execution_time = ${ms}`

async function serverKind(url: string): Promise<'mariadb' | 'mysql'> {
  const connection = mysql.createConnection({ uri: url, connectTimeout: 10_000 }).promise()
  try {
    const [rows] = await connection.query('SELECT VERSION() AS version')
    const version = String((rows as { version: string }[])[0]?.version)
    return /mariadb/i.test(version) ? 'mariadb' : 'mysql'
  } finally {
    await connection.end()
  }
}

/** mysql2 whose pools prepare each new connection before anything else runs on it. */
function driverWithSession(onConnection: DatabaseOptions['onConnection'], statements: readonly string[]): unknown {
  const createPool = (options: mysql.PoolOptions) => {
    const pool = mysql.createPool(options)
    pool.on('connection', (connection) => {
      watchConnection(connection)
      onConnection?.(connection.threadId)
      for (const statement of statements) connection.query(statement)
    })
    return pool
  }
  return { ...mysql, createPool }
}

function statementLogger(onStatement: (sql: string) => void) {
  const nothing = () => undefined
  return {
    logQuery: (sql: string) => onStatement(sql),
    logQueryError: nothing,
    logQuerySlow: nothing,
    logSchemaBuild: nothing,
    logMigration: nothing,
    log: nothing,
  }
}

/** JSON columns arrive parsed from MySQL and as text from MariaDB. */
export function readJson<T>(value: unknown): T {
  return (typeof value === 'string' ? JSON.parse(value) : value) as T
}
