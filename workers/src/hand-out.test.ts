import { sequence } from '@nation/core/journal'
import { reactionsOf } from '@nation/core/nation'
import { change, openQueueRedis, readConfig, redisReady } from '@nation/core/platform'
import { testRedisUrl, useTestNation } from '@nation/core/testing'
import { Queue } from 'bullmq'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { handOut, mostWaiting } from './hand-out'

const nation = useTestNation()
const redis = openQueueRedis(testRedisUrl())
const names = ['citizens.keep-portrait', 'citizens.erase', 'citizens.forget-rolls', 'elections.void-votes']
const queues = new Map<string, Queue>()

beforeAll(async () => {
  await redisReady(redis)
  const prefix = `hand-out-test-${process.pid}`
  for (const name of names) queues.set(name, new Queue(name, { connection: redis, prefix }))
})
afterEach(() => Promise.all([...queues.values()].map((queue) => queue.obliterate({ force: true }))))
afterAll(async () => {
  await Promise.all([...queues.values()].map((queue) => queue.close()))
  redis.disconnect()
})

const waiting = (name: string) => queues.get(name)!.getWaitingCount()

/** X has other pictures of so many citizens. */
async function picturesChange(times: number): Promise<void> {
  const config = readConfig({
    NATION_ENV: 'test',
    DATABASE_URL: nation.url,
    REDIS_URL: testRedisUrl(),
    NATION_SECRET: 'a secret that only the tests of the nation know',
    X_CLIENT_ID: 'id',
  })
  await change(nation.runtime, {}, async (ctx) => {
    for (let i = 0; i < times; i++) ctx.journal.add({ kind: 'citizens.picture-changed', subject: `citizen-${i}` })
    return Promise.resolve()
  })
  await sequence(nation.database, reactionsOf(nation.database, config))
}

it('Reactions that no worker gets done wait in the database: their queue keeps its length, minute after minute', async () => {
  await picturesChange(mostWaiting + 100)
  const from = Date.now()
  for (let second = 0; second < 300; second += 20) {
    await handOut(nation.database, queues, new Date(from + second * 1_000))
    expect(await waiting('citizens.keep-portrait')).toBe(mostWaiting)
  }
})

it('What a queue has lost is handed out again after a minute, under the id that it had', async () => {
  await picturesChange(2)
  const queue = queues.get('citizens.keep-portrait')!
  const now = Date.now()
  await handOut(nation.database, queues, new Date(now))
  const ids = async () => (await queue.getWaiting()).map(({ id }) => id).sort()
  const before = await ids()
  expect(before).toHaveLength(2)
  await queue.obliterate({ force: true })
  await handOut(nation.database, queues, new Date(now + 59_000))
  expect(await ids()).toEqual([])
  await handOut(nation.database, queues, new Date(now + 61_000))
  expect(await ids()).toEqual(before)
})

it('A crowd of one reaction, however old and however much, keeps no other one from being handed out', async () => {
  await picturesChange(mostWaiting * 3)
  const [last] = await nation.database.query<{ seq: string }[]>('SELECT MAX(seq) AS seq FROM journal_work')
  await nation.database.query("INSERT INTO journal_work (seq, handler) VALUES (?, 'citizens.erase')", [last!.seq])
  await handOut(nation.database, queues, new Date())
  expect([await waiting('citizens.keep-portrait'), await waiting('citizens.erase')]).toEqual([mostWaiting, 1])
})

it('What is paused is not handed out', async () => {
  await picturesChange(1)
  await nation.database.query("INSERT INTO jobs (name, paused_at) VALUES ('citizens.keep-portrait', NOW(3))")
  await handOut(nation.database, queues, new Date())
  expect(await waiting('citizens.keep-portrait')).toBe(0)
})
