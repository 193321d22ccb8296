import { setTimeout as wait } from 'node:timers/promises'
import mysql from 'mysql2/promise'
import type { DataSource } from 'typeorm'
import { openDatabase } from '../nation'
import { serverConnections } from './running-statements'

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
  const connections: number[] = []
  let sent = -Infinity
  let dead = false
  const database = await openDatabase({
    url,
    poolSize: 2,
    onConnection: (id) => connections.push(id),
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
    await untilClosed(url, connections)
  }
}

/** The server undoes what a connection left only after the client has closed it: its locks stand until then. */
async function untilClosed(url: string, connections: readonly number[]): Promise<void> {
  const server = await mysql.createConnection(url)
  try {
    for (;;) {
      const open = await serverConnections(async (sql) => (await server.query(sql))[0])
      if (!open.some(({ id }) => connections.includes(id))) return
      await wait(5)
    }
  } finally {
    await server.end()
  }
}
