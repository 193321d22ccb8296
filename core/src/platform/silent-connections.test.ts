import type { DataSource } from 'typeorm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../nation'
import { aRoadTo, useTestNation } from '../testing'
import { isDatabaseAway } from './run'
import { streamRows } from './stream-rows'

const nation = useTestNation({ poolSize: 4 })
const longestSilenceMs = 1_000

let road: Awaited<ReturnType<typeof aRoadTo>>
let database: DataSource
beforeEach(async () => {
  road = await aRoadTo(nation.url)
  database = await openDatabase({ url: road.url, poolSize: 2, longestSilenceMs })
})
afterEach(async () => {
  await database.destroy()
  road.close()
})

const outcome = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'answered',
    (error: unknown) => error,
  )
const connectionId = async () => (await database.query<{ id: string }[]>('SELECT CONNECTION_ID() AS id'))[0]?.id
/** Rows of 20 kB: so many are not sent at once. */
const rowsOf20kB = (most: number) =>
  `WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < ${most})
   SELECT i, REPEAT('x', 20000) AS padding FROM n`

describe('A connection that falls silent without an end', () => {
  it('is ended when a statement waits on it: the database counts as away, and the next connection serves', async () => {
    const before = await connectionId()
    const waiting = outcome(database.query('SELECT SLEEP(60)'))
    await expect
      .poll(async () => JSON.stringify(await nation.database.query('SHOW PROCESSLIST')))
      .toContain('SELECT SLEEP(60)')
    road.silence()
    const error = await waiting
    expect(error).toMatchObject({ driverError: { code: 'ETIMEDOUT' } })
    expect(isDatabaseAway(error)).toBe(true)
    expect(await connectionId()).not.toBe(before)
  })

  it('is ended in a transaction, also when it was silent before the statement, and nothing of it is written', async () => {
    const error = await outcome(
      database.transaction(async (tx) => {
        await tx.query("INSERT INTO leases (name, holder, expires_at) VALUES ('a', 'x', '2026-01-01')")
        road.silence()
        await tx.query("UPDATE leases SET holder = 'y'")
      }),
    )
    expect(isDatabaseAway(error)).toBe(true)
    expect(await database.query("SELECT name FROM leases WHERE name = 'a'")).toEqual([])
  })

  it('ends the reading of rows, one after the other, too', async () => {
    const rows = streamRows(database, rowsOf20kB(900), [])
    await rows.next()
    road.silence()
    const rest = async () => {
      for await (const row of rows) expect(row).toBeDefined()
    }
    expect(isDatabaseAway(await outcome(rest()))).toBe(true)
    expect(await connectionId()).toBeDefined()
  })
})

describe('A connection that is not silent', () => {
  it('stays while nobody asks, and while the reader of its rows takes their time', async () => {
    const reader = await openDatabase({ url: road.url, poolSize: 1, longestSilenceMs })
    const over = () => new Promise((resolve) => setTimeout(resolve, 2 * longestSilenceMs))
    try {
      const id = async () => (await reader.query<{ id: string }[]>('SELECT CONNECTION_ID() AS id'))[0]?.id
      const before = await id()
      await over()
      let read = 0
      for await (const row of streamRows(reader, rowsOf20kB(300), [])) {
        if (++read % 100 === 0) await over()
        expect(row).toBeDefined()
      }
      expect(read).toBe(300)
      expect(await id()).toBe(before)
    } finally {
      await reader.destroy()
    }
  })

  it('stays although the process stands still while the answer comes', async () => {
    const still = await openDatabase({ url: road.url, poolSize: 1, longestSilenceMs })
    try {
      const id = async () => (await still.query<{ id: string }[]>('SELECT CONNECTION_ID() AS id'))[0]?.id
      const before = await id()
      const asked = still.query<{ one: string }[]>('SELECT SLEEP(0.7), 1 AS one')
      await expect
        .poll(async () => JSON.stringify(await nation.database.query('SHOW PROCESSLIST')), { interval: 5 })
        .toContain('SLEEP(0.7)')
      const until = performance.now() + 2_500
      while (performance.now() < until);
      expect(await asked).toMatchObject([{ one: expect.anything() as unknown }])
      expect(await id()).toBe(before)
    } finally {
      await still.destroy()
    }
  })
})
