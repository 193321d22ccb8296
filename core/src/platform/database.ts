import 'reflect-metadata'
import mysql from 'mysql2'
import { DataSource, type DataSourceOptions } from 'typeorm'
import { leaveReadOnlyServer } from './read-only-server'
import { watchConnection } from './read-rows'
import { endSilentConnections } from './silent-connections'

/**
 * The settings of every connection, sent before its first statement, on both databases. sql_mode, collation, isolation and time
 * zone are explicit, so that nothing depends on a server's default.
 */
export const sessionStatements = [
  "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ONLY_FULL_GROUP_BY,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  'SET NAMES utf8mb4 COLLATE utf8mb4_unicode_520_ci',
  "SET SESSION time_zone = '+00:00'",
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
]

/** The lock timeout of a statement, in seconds. Connections of group commits have a shorter one. */
const lockTimeout = 10
const batchLockTimeout = 1

export interface DatabaseOptions {
  /** Every entity that is read or written through these connections. */
  readonly entities: readonly (new () => object)[]
  readonly url: string
  /** The largest number of connections that one process opens. */
  readonly poolSize?: number
  readonly migrations?: DataSourceOptions['migrations']
  /**
   * For group commits (`groupCommit`) only. The lock timeout is one second, a message may contain several statements, and the
   * first statement begins a transaction, which lasts until COMMIT or ROLLBACK. On all other connections the server refuses a
   * second statement in a message (also one from an SQL injection), and a read leaves no transaction open.
   */
  readonly severalAtOnce?: boolean
  /**
   * The time limit of a reading statement, in milliseconds. After it the server ends the statement with an error
   * (`isDatabaseAway`).
   */
  readonly longestReadMs?: number
  /**
   * For so long, in milliseconds, the server may send nothing while it owes an answer. Then the connection is ended, and its
   * statement fails (`isDatabaseAway`). It must be longer than the longest statement, also one that waits for locks. Without it a
   * statement may take any time, as those of migrations do.
   */
  readonly longestSilenceMs?: number | undefined
  /** Called with each statement before it is sent (fault tests count them). */
  readonly onStatement?: (sql: string) => void
  /** Called with the server's number of each new connection (fault tests wait for its end). */
  readonly onConnection?: (id: number) => void
}

/**
 * Opens the database. Whether it is MariaDB or MySQL follows from the server's version.
 * @throws the driver's error when the server cannot be reached
 */
export async function connectDatabase(options: DatabaseOptions): Promise<DataSource> {
  const type = await serverKind(options.url)
  const dataSource = new DataSource({
    type,
    url: options.url,
    driver: driverWithSession(options, [
      ...sessionStatements,
      `SET SESSION innodb_lock_wait_timeout = ${options.severalAtOnce ? batchLockTimeout : lockTimeout}`,
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
    // A connection keeps its settings until it ends: isolation, time zone, and whether a statement begins a transaction.
    extra: {
      connectTimeout: 10_000,
      enableKeepAlive: true,
      // The system's own first look at an idle connection comes after two hours.
      keepAliveInitialDelay: 10_000,
      maxIdle: 4,
      maxPreparedStatements: 1,
      resetOnRelease: false,
      // TypeORM's error has the stack of its caller; the driver would take down another one for each statement.
      trace: false,
    },
  } as DataSourceOptions)
  return dataSource.initialize()
}

/**
 * The time limit has another name in each database: MariaDB takes seconds for every statement, MySQL milliseconds for a SELECT.
 */
const readsEndAfter = (type: 'mariadb' | 'mysql', ms: number): string =>
  type === 'mariadb' ? `SET SESSION max_statement_time = ${ms / 1000}` : `SET SESSION max_execution_time = ${ms}`

/** The kinds of the servers that were asked, by their address: a process asks each server once. */
const serverKinds = new Map<string, 'mariadb' | 'mysql'>()

async function serverKind(url: string): Promise<'mariadb' | 'mysql'> {
  const { host } = new URL(url)
  const kind = serverKinds.get(host) ?? (await askServerKind(url))
  serverKinds.set(host, kind)
  return kind
}

async function askServerKind(url: string): Promise<'mariadb' | 'mysql'> {
  const connection = mysql.createConnection({ uri: url, connectTimeout: 10_000 }).promise()
  try {
    const [rows] = await connection.query('SELECT VERSION() AS version')
    const version = String((rows as { version: string }[])[0]?.version)
    return /mariadb/i.test(version) ? 'mariadb' : 'mysql'
  } finally {
    await connection.end()
  }
}

/** mysql2 with pools that send the settings on each new connection before any other statement. */
function driverWithSession(
  { onConnection, longestSilenceMs }: DatabaseOptions,
  statements: readonly string[],
): unknown {
  const createPool = (options: mysql.PoolOptions) => {
    const pool = mysql.createPool(options)
    const endWhenSilent = longestSilenceMs === undefined ? undefined : endSilentConnections(longestSilenceMs)
    pool.on('connection', (connection) => {
      endWhenSilent?.(connection)
      watchConnection(connection)
      leaveReadOnlyServer(connection)
      onConnection?.(connection.threadId)
      withOnePromise(connection)
      for (const statement of statements) connection.query(statement)
    })
    return pool
  }
  return { ...mysql, createPool }
}

/** TypeORM asks a connection for its promises with each statement, and the driver would make them anew each time. */
function withOnePromise(connection: mysql.PoolConnection): void {
  const promises = connection.promise()
  connection.promise = () => promises
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
