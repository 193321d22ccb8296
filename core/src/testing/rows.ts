import { channels } from '@nation/domain/messenger'
import mysql, { type Connection } from 'mysql2/promise'
import type { DataSource } from 'typeorm'
import { base } from './large-nation/numbers'

/** Tables that `migrate` fills: what they hold belongs to the schema. */
const ofTheSchema = ['migrations', 'journal_kinds', 'journal_personal', 'nation']

/** The channels of the messenger, as the schema begins with them. */
const channelsAnew = mysql.format('INSERT INTO conversations (uid, channel, created_at) VALUES ?', [
  channels.map((channel, place) => [`00000000-0000-7000-8000-00000000000${place + 1}`, channel, new Date(0)]),
])

/** The tables of each open database. No test adds one to a database that it empties. */
const tables = new WeakMap<DataSource, Promise<readonly string[]>>()

/** The rows of a whole database at one moment. */
export interface SavedRows {
  readonly inserts: readonly string[]
}

/** The connection to each address that rows are put back on. A worker of the tests has one schema, so it opens one. */
const connections = new Map<string, Promise<Connection>>()

/**
 * Empties every table but those that `migrate` fills, so that a test starts in an empty nation. All statements go in one
 * message: one at a time they cost more than the test.
 */
export async function emptyTables(database: DataSource): Promise<void> {
  await replaceRows(database, ['INSERT INTO journal_head (id, seq) VALUES (1, 0)', channelsAnew])
}

/** Reads all rows, so that `restoreRows` can put them back. */
export async function saveRows(database: DataSource): Promise<SavedRows> {
  const inserts: string[] = []
  await connected(database, async (connection) => {
    const columns = await storedColumns(connection)
    for (const table of await tablesOf(database)) {
      const names = columns.get(table) ?? []
      const [rows] = await connection.query<mysql.RowDataPacket[][]>({
        sql: mysql.format('SELECT ?? FROM ??', [names, table]),
        rowsAsArray: true,
      })
      if (rows.length > 0) inserts.push(mysql.format('INSERT INTO ?? (??) VALUES ?', [table, names, rows]))
    }
  })
  return { inserts }
}

/** The columns of each table of a schema, by default the connection's. Those that the server computes from others are left out: they take no value. */
export async function storedColumns(connection: Connection, schema?: string): Promise<Map<string, string[]>> {
  const [rows] = await connection.query<(mysql.RowDataPacket & { table: string; name: string })[]>(
    `SELECT table_name AS \`table\`, column_name AS name FROM information_schema.columns
     WHERE table_schema = COALESCE(?, DATABASE()) AND COALESCE(generation_expression, '') = ''
     ORDER BY table_name, ordinal_position`,
    [schema ?? null],
  )
  const columns = new Map<string, string[]>()
  for (const { table, name } of rows) columns.set(table, [...(columns.get(table) ?? []), name])
  return columns
}

/** Makes the database's rows those that were saved. */
export const restoreRows = (database: DataSource, { inserts }: SavedRows): Promise<void> =>
  replaceRows(database, inserts)

async function replaceRows(database: DataSource, inserts: readonly string[]): Promise<void> {
  const tables = await tablesOf(database)
  await connected(database, async (connection) => {
    const names = await filled(connection, tables)
    const deletes = names.map((name) => `DELETE FROM \`${name}\``)
    const resets = (await grown(connection, database, names)).map(
      (name) => `ALTER TABLE \`${name}\` AUTO_INCREMENT = 1`,
    )
    await connection.query(['SET FOREIGN_KEY_CHECKS = 0', ...deletes, ...resets, ...inserts].join(';\n'))
  })
}

/**
 * The tables whose rows a test made many of (`growNation`): ids that the database gives begin at one again. Otherwise those of a later
 * test would go on behind the last one, and stand in the way of a growth of its own.
 */
async function grown(connection: Connection, database: DataSource, names: readonly string[]): Promise<string[]> {
  const counters = await countersOf(database)
  const looks = counters
    .filter(({ table }) => names.includes(table))
    .map(({ table, name }) => `(SELECT '${table}' AS name FROM \`${table}\` WHERE \`${name}\` >= ${base} LIMIT 1)`)
  if (looks.length === 0) return []
  const [found] = await connection.query<(mysql.RowDataPacket & { name: string })[]>(looks.join(' UNION ALL '))
  return found.map(({ name }) => name)
}

/**
 * The tables that have rows, found by one statement: most are empty, and a DELETE costs as much there. The reads lock, so that they
 * wait for a transaction that has not ended, as a DELETE does.
 */
async function filled(connection: Connection, tables: readonly string[]): Promise<string[]> {
  const looks = tables.map((name) => `(SELECT '${name}' AS name FROM \`${name}\` LIMIT 1 LOCK IN SHARE MODE)`)
  const [found] = await connection.query<(mysql.RowDataPacket & { name: string })[]>(looks.join(' UNION ALL '))
  return found.map(({ name }) => name)
}

/** Works on a connection of its own that takes several statements at once; the product's refuse them. */
async function connected(database: DataSource, work: (connection: Connection) => Promise<unknown>): Promise<void> {
  const { url } = database.options as { url: string }
  const connection = connections.get(url) ?? connect(url)
  connections.set(url, connection)
  try {
    await work(await connection)
  } catch (error) {
    connections.delete(url)
    void connection.then((opened) => opened.destroy()).catch(() => undefined)
    throw error
  }
}

async function connect(uri: string): Promise<Connection> {
  const connection = await mysql.createConnection({
    uri,
    multipleStatements: true,
    charset: 'utf8mb4',
    // Every value is read as the text that it is written as.
    dateStrings: true,
    jsonStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
  })
  // The server may end before this process does.
  connection.on('error', () => connections.delete(uri))
  return connection
}

interface Counter {
  readonly table: string
  readonly name: string
}

/** The columns whose values the database counts, of each open database. */
const counted = new WeakMap<DataSource, Promise<readonly Counter[]>>()

function countersOf(database: DataSource): Promise<readonly Counter[]> {
  const known =
    counted.get(database) ??
    database.query<Counter[]>(
      `SELECT table_name AS \`table\`, column_name AS name FROM information_schema.columns
       WHERE table_schema = DATABASE() AND extra LIKE '%auto_increment%'`,
    )
  counted.set(database, known)
  return known
}

function tablesOf(database: DataSource): Promise<readonly string[]> {
  const known = tables.get(database) ?? readTables(database)
  tables.set(database, known)
  return known
}

async function readTables(database: DataSource): Promise<readonly string[]> {
  const found: { name: string }[] = await database.query(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' AND table_name NOT IN (?)`,
    [ofTheSchema],
  )
  return found.map(({ name }) => name)
}
