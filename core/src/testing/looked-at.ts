import type { DataSource } from 'typeorm'
import { openDatabase } from '../nation'

/**
 * How many rows some work looks at, as the status of its one connection says. All tables are opened first: opening a table that the server has
 * dropped from its cache reads a few hundred rows of its dictionary, and these would count.
 */
export async function rowsLookedAt(url: string, work: (database: DataSource) => Promise<unknown>): Promise<number> {
  const database = await openDatabase({ url, poolSize: 1 })
  const read = async () => {
    const rows: { Value: string }[] = await database.query(`SHOW SESSION STATUS LIKE 'Handler_read%'`)
    return rows.reduce((sum, row) => sum + Number(row.Value), 0)
  }
  try {
    await openTables(database)
    const before = await read()
    await work(database)
    return (await read()) - before
  } finally {
    await database.destroy()
  }
}

/** Opens all tables, so that what reads rows of them later reads none of the dictionary. */
export async function openTables(database: DataSource): Promise<void> {
  const tables: { name: string }[] = await database.query(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'`,
  )
  for (const { name } of tables) await database.query('SELECT 1 FROM ?? LIMIT 1', [name])
}
