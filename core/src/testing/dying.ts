import type { DataSource } from 'typeorm'
import { openDatabase } from '../platform'

/**
 * Does something with a database that goes away just before the n-th statement (from 1), as it does for a process that is
 * killed: whatever was not committed is undone.
 * @returns what it came to, or `killed`
 */
export async function untilKilled<T>(
  url: string,
  fatal: number,
  work: (database: DataSource) => Promise<T>,
): Promise<T | 'killed'> {
  let sent = -Infinity
  let dead = false
  const database = await openDatabase({
    url,
    poolSize: 2,
    onStatement: () => {
      dead ||= ++sent >= fatal
      if (dead) throw new Error('This process is dead.')
    },
  })
  sent = 0
  try {
    return await work(database)
  } catch (error) {
    if (dead) return 'killed'
    throw error
  } finally {
    await database.destroy()
  }
}
