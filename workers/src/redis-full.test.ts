import { deriveKeys } from '@nation/core/auth'
import { deleteAccount } from '@nation/core/membership'
import { createLogger, openQueueRedis, readConfig } from '@nation/core/platform'
import { aCitizen, as, useTestNation } from '@nation/core/testing'
import { freePort } from '@nation/dev/processes'
import { startOwnRedis } from '@nation/dev/services'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startWorkers } from './server'

const nation = useTestNation({ poolSize: 4 })
const timeLimit = { timeout: 15_000, interval: 50 }

let own: Awaited<ReturnType<typeof startOwnRedis>>
let redis: Redis
beforeAll(async () => {
  own = await startOwnRedis()
  redis = openQueueRedis(own.url)
})
afterAll(async () => {
  redis.disconnect()
  await own.stop()
})
beforeEach(() => nation.database.query('INSERT INTO clock (id, offset_ms) VALUES (1, 0)'))

async function count(sql: string): Promise<number> {
  const rows: { n: string }[] = await nation.database.query(`SELECT COUNT(*) AS n FROM ${sql}`)
  return Number(rows[0]?.n)
}

it('Erasures are done while Redis answers but takes nothing, and the workers’ health says so until it does', async () => {
  const port = await freePort()
  const config = readConfig({
    NATION_ENV: 'test',
    DATABASE_URL: nation.url,
    REDIS_URL: own.url,
    NATION_SECRET: 'a secret that only the tests of the nation know',
    X_CLIENT_ID: 'id',
    WORKERS_PORT: String(port),
  })
  const lines: string[] = []
  const log = createLogger('workers', 'warn', { write: (line: string) => void lines.push(line) })
  const workers = await startWorkers(config, log)
  const health = async () => (await fetch(`http://127.0.0.1:${port}/health`)).json()
  try {
    await expect.poll(health, timeLimit).toMatchObject({ success: true })
    await redis.config('SET', 'maxmemory', '1')
    await expect.poll(health, timeLimit).toMatchObject({ success: false, redis: false, loops: true })
    const citizen = await aCitizen(nation.database)
    await as(nation.runtime, citizen, (ctx) =>
      deleteAccount(ctx, deriveKeys(config.secret), { confirm: citizen.handle }),
    )
    await expect.poll(() => count('account_deletions WHERE done_at IS NOT NULL'), timeLimit).toBe(1)
    expect(lines.filter((line) => line.includes('beside the queue')).join()).toContain('citizens.erase')
    await redis.config('SET', 'maxmemory', '0')
    await expect.poll(health, timeLimit).toMatchObject({ success: true })
  } finally {
    await redis.config('SET', 'maxmemory', '0')
    await workers.close()
  }
})

it('What a Redis refuses because it became a replica is written when the address leads to one that takes it', async () => {
  await redis.replicaof('127.0.0.1', 1)
  const written = redis.set('after the failover', 'yes')
  await expect.poll(() => redis.status, { ...timeLimit, interval: 1 }).not.toBe('ready')
  const operator = openQueueRedis(own.url)
  await operator.replicaof('NO', 'ONE')
  operator.disconnect()
  expect(await written).toBe('OK')
  expect(await redis.get('after the failover')).toBe('yes')
})
