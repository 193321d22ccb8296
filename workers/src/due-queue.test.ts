import { openQueueRedis, redisReady } from '@nation/core/platform'
import { testRedisUrl } from '@nation/core/testing'
import type { TimedJob } from '@nation/core/work'
import { Queue, Worker } from 'bullmq'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handingTo } from './due-queue'

const redis = openQueueRedis(testRedisUrl())
const prefix = `due-queue-test-${process.pid}`
const job = (name: string): TimedJob => ({ name, dueAt: () => Promise.resolve(null), run: () => Promise.resolve() })
const dueAt = new Date('2026-01-05T00:00:00.000Z')
let queue: Queue

beforeAll(async () => {
  await redisReady(redis)
  queue = new Queue('due', { connection: redis, prefix })
})
afterAll(async () => {
  await queue.obliterate({ force: true })
  await queue.close()
  redis.disconnect()
})

describe('Due work', () => {
  it('that no worker takes from the queue is late after three seconds', async () => {
    let passed = 0
    const hand = handingTo(
      queue,
      () => true,
      () => passed,
      () => 0,
    )
    expect(await hand(job('elections.advance'), dueAt)).toBe('handed')
    passed = 2_999
    expect(await hand(job('elections.advance'), dueAt)).toBe('handed')
    passed = 3_000
    expect(await hand(job('elections.advance'), dueAt)).toBe('late')
  })

  it('that a worker does, or has done, is not late', async () => {
    let passed = 0
    const hand = handingTo(
      queue,
      () => true,
      () => passed,
      () => 0,
    )
    let [begins, ends] = [() => {}, () => {}]
    const hasBegun = new Promise<void>((resolve) => (begins = resolve))
    const connection = openQueueRedis(testRedisUrl())
    const worker = new Worker(
      queue.name,
      (one) => {
        if (one.name !== 'bank.pay-due') return Promise.resolve()
        begins()
        return new Promise<void>((resolve) => (ends = resolve))
      },
      { connection, prefix },
    )
    expect(await hand(job('bank.pay-due'), dueAt)).toBe('handed')
    await hasBegun
    passed = 60_000
    expect(await hand(job('bank.pay-due'), dueAt)).toBe('handed')
    ends()
    await worker.close()
    connection.disconnect()
  })

  it('is refused where Redis is away, and late where it takes work but does not answer', async () => {
    let passed = 0
    const silent = { add: () => Promise.resolve() as never, getJobState: () => Promise.reject(new Error('no answer')) }
    const hand = handingTo(
      silent,
      () => true,
      () => passed,
      () => 0,
    )
    expect(await hand(job('elections.advance'), dueAt)).toBe('handed')
    passed = 5_000
    expect(await hand(job('elections.advance'), dueAt)).toBe('late')
    const away = { ...silent, add: () => Promise.reject(new Error('away')) }
    expect(await handingTo(away, () => true)(job('elections.advance'), dueAt)).toBe('refused')
    expect(await handingTo(silent, () => false)(job('elections.advance'), dueAt)).toBe('refused')
  })
})
