import mysql from 'mysql2/promise'
import type { DataSource } from 'typeorm'
import { openDatabase } from '../nation'
import { testServerUrl } from './database'

/** How many rows of the nation's tables some work looks at. It gets a pool with one connection. */
export async function rowsLookedAt(url: string, work: (database: DataSource) => Promise<unknown>): Promise<number> {
  const database = await openDatabase({ url, poolSize: 1 })
  try {
    const before = await rowsRead(database)
    await work(database)
    return (await rowsRead(database)) - before
  } finally {
    await database.destroy()
  }
}

/**
 * The rows that have been looked at so far; only differences mean something. MySQL counts by table, for all connections: its session counters
 * include rows of the dictionary, of which it reads hundreds whenever another schema has pushed a table out of its caches. MariaDB has no
 * dictionary in tables, and counts by connection.
 */
export async function rowsRead(database: DataSource): Promise<number> {
  const [server] = await database.query<{ version: string; schema: string }[]>(
    'SELECT VERSION() AS version, DATABASE() AS `schema`',
  )
  if (!server?.version.includes('MariaDB')) return rowsOfTables(server?.schema)
  const rows: { Value: string }[] = await database.query(`SHOW SESSION STATUS LIKE 'Handler_read%'`)
  return rows.reduce((sum, row) => sum + Number(row.Value), 0)
}

/** The account that serves may not see these figures. */
async function rowsOfTables(schema: string | undefined): Promise<number> {
  const server = await mysql.createConnection({ uri: testServerUrl() })
  const [rows] = await server.query<mysql.RowDataPacket[]>(
    'SELECT SUM(count_read) AS n FROM performance_schema.table_io_waits_summary_by_table WHERE object_schema = ?',
    [schema],
  )
  await server.end()
  return Number(rows[0]?.n)
}
