import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import mysql from 'mysql2/promise'
import type { DataSource } from 'typeorm'
import { openDatabase } from '../nation'
import { serverConnections } from './running-statements'

/** What is done until a death: how many statements were sent, and whether it is over. */
interface Life {
  readonly fatal: number
  sent: number
  dead: boolean
}

/** A database that goes away. Between two lives it has no connection. */
interface Mortal {
  readonly database: DataSource
  /** The server's numbers of the connections of this life. */
  readonly connections: number[]
  life: Life | undefined
}

/** Those that nobody uses, by their address: to read all entities for each life costs more than what most lives do. */
const idle = new Map<string, Mortal[]>()

/** Whose statement it is: what a dead one had begun at the same time may come back only in the next one's life, and stays dead. */
const lives = new AsyncLocalStorage<Life>()

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
  const known = idle.get(url)?.pop()
  await known?.database.driver.connect()
  const mortal = known ?? (await openMortal(url))
  const { database } = mortal
  const life: Life = { fatal, sent: 0, dead: false }
  mortal.life = life
  try {
    return await lives.run(life, () => work(database))
  } catch (error) {
    if (life.dead) return 'killed'
    throw error
  } finally {
    life.dead = true
    await database.driver.disconnect()
    await untilClosed(url, mortal.connections.splice(0))
    mortal.life = undefined
    idle.set(url, [...(idle.get(url) ?? []), mortal])
  }
}

async function openMortal(url: string): Promise<Mortal> {
  const connections: number[] = []
  const opened: { mortal?: Mortal } = {}
  const database = await openDatabase({
    url,
    poolSize: 2,
    onConnection: (id) => connections.push(id),
    onStatement: () => {
      const life = lives.getStore() ?? opened.mortal?.life
      if (!life) return
      life.dead ||= ++life.sent >= life.fatal
      if (life.dead) throw new Error('This process is dead.')
    },
  })
  opened.mortal = { database, connections, life: undefined }
  return opened.mortal
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
