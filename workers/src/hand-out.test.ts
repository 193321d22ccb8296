import { sequence } from '@nation/core/journal'
import { reactionsOf } from '@nation/core/nation'
import { change, openQueueRedis, readConfig, redisReady } from '@nation/core/platform'
import { testRedisUrl, useTestNation } from '@nation/core/testing'
import { Queue } from 'bullmq'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { handOut, mostWaiting, type ReactionQueues } from './hand-out'

const nation = useTestNation()
const redis = openQueueRedis(testRedisUrl())
const names = ['citizens.keep-portrait', 'citizens.erase', 'citizens.forget-rolls', 'elections.void-votes']
const queues = new Map<string, Queue>()

beforeAll(async () => {
  await redisReady(redis)
  const prefix = `hand-out-test-${process.pid}`
  for (const name of names) queues.set(name, new Queue(name, { connection: redis, prefix }))
})
beforeEach(() => void left.splice(0))
afterEach(() => Promise.all([...queues.values()].map((queue) => queue.obliterate({ force: true }))))
afterAll(async () => {
  await Promise.all([...queues.values()].map((queue) => queue.close()))
  redis.disconnect()
})

/** What was left to be done beside the queues, by name. */
const left: { readonly name: string; readonly seqs: readonly number[] }[] = []
const handingOut = (at: Date, among: ReactionQueues = queues) =>
  handOut(nation.database, among, at, (name, work) => left.push({ name, seqs: work.map(({ seq }) => seq) }))

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
    await handingOut(new Date(from + second * 1_000))
    expect(await waiting('citizens.keep-portrait')).toBe(mostWaiting)
  }
})

it('What a queue has lost is handed out again after a minute, under the id that it had', async () => {
  await picturesChange(2)
  const queue = queues.get('citizens.keep-portrait')!
  const now = Date.now()
  await handingOut(new Date(now))
  const ids = async () => (await queue.getWaiting()).map(({ id }) => id).sort()
  const before = await ids()
  expect(before).toHaveLength(2)
  await queue.obliterate({ force: true })
  await handingOut(new Date(now + 59_000))
  expect(await ids()).toEqual([])
  await handingOut(new Date(now + 61_000))
  expect(await ids()).toEqual(before)
})

it('A crowd of one reaction, however old and however much, keeps no other one from being handed out', async () => {
  await picturesChange(mostWaiting * 3)
  const [last] = await nation.database.query<{ seq: string }[]>('SELECT MAX(seq) AS seq FROM journal_work')
  await nation.database.query("INSERT INTO journal_work (seq, handler) VALUES (?, 'citizens.erase')", [last!.seq])
  await handingOut(new Date())
  expect([await waiting('citizens.keep-portrait'), await waiting('citizens.erase')]).toEqual([mostWaiting, 1])
})

it('What is paused is not handed out', async () => {
  await picturesChange(1)
  await nation.database.query("INSERT INTO jobs (name, paused_at) VALUES ('citizens.keep-portrait', NOW(3))")
  await handingOut(new Date())
  expect(await waiting('citizens.keep-portrait')).toBe(0)
})

it('What a queue does not take is left to be done beside it, and again after a minute; the other queues get theirs', async () => {
  await picturesChange(2)
  await nation.database.query("INSERT INTO journal_work (seq, handler) VALUES (1, 'citizens.erase')")
  const full = {
    getWaitingCount: () => Promise.resolve(0),
    addBulk: () => Promise.reject(new Error('OOM command not allowed')),
  }
  const among: ReactionQueues = new Map<string, Queue | typeof full>([...queues, ['citizens.keep-portrait', full]])
  const from = Date.now()
  for (const seconds of [0, 30, 61]) await handingOut(new Date(from + seconds * 1_000), among)
  const portraits = { name: 'citizens.keep-portrait', seqs: [1, 2] }
  expect(left).toEqual([portraits, portraits])
  expect(await waiting('citizens.erase')).toBe(1)
})
