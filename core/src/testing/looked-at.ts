import type { DataSource } from 'typeorm'
import { openDatabase } from '../nation'

/** How many rows some work looks at, as the status of its one connection says. */
export async function rowsLookedAt(url: string, work: (database: DataSource) => Promise<unknown>): Promise<number> {
  const database = await openDatabase({ url, poolSize: 1 })
  const read = async () => {
    const rows: { Value: string }[] = await database.query(`SHOW SESSION STATUS LIKE 'Handler_read%'`)
    return rows.reduce((sum, row) => sum + Number(row.Value), 0)
  }
  try {
    const before = await read()
    await work(database)
    return (await read()) - before
  } finally {
    await database.destroy()
  }
}
