import { once } from 'node:events'
import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { afterEach, expect, it } from 'vitest'
import { aRoadTo, testRedisUrl } from '../testing'
import { openRedis, openSubscriber, redisReady, subscribed } from './redis'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

it('a Redis that hangs costs one call its time limit, and no other; when it answers again it is used again', async () => {
  const road = await aRoadTo(testRedisUrl())
  closing.push(road.close)
  const redis = openRedis(road.url)
  closing.push(() => redis.disconnect())
  expect(await redisReady(redis)).toBe(true)
  expect(await redis.ping()).toBe('PONG')

  road.block()
  await expect(redis.ping()).rejects.toThrow()
  await expect.poll(() => redis.status).not.toBe('ready')
  await expect(redis.ping()).rejects.toThrow(/writeable|closed/)

  road.free()
  await expect.poll(() => redis.status, { timeout: 10_000 }).toBe('ready')
  expect(await redis.ping()).toBe('PONG')
})

/** Resolves when a message on the channel has arrived: published again and again, as one may be sent before a subscription. */
async function hears(subscriber: Redis, publisher: Redis, channel: string): Promise<boolean> {
  let heard = false
  const listen = (on: string) => (heard ||= on === channel)
  subscriber.on('message', listen)
  for (let times = 0; times < 40 && !heard; times++) {
    await publisher.publish(channel, '')
    await pause(25)
  }
  subscriber.off('message', listen)
  return heard
}

it.each([0, 1, 2, 4, 8, 16])(
  'a subscription is made, and renewed, also one that is asked for %i turns after the connection',
  async (turns) => {
    const publisher = openRedis(testRedisUrl())
    closing.push(() => publisher.disconnect())
    await redisReady(publisher)
    const subscriber = openSubscriber(testRedisUrl())
    closing.push(() => subscriber.disconnect())
    await once(subscriber, 'connect')
    for (let turn = 0; turn < turns; turn++) await setImmediate()
    const channel = `test:subscription:${turns}`
    expect(await subscribed(subscriber, channel)).toBe(true)
    expect(await hears(subscriber, publisher, channel)).toBe(true)
    subscriber.disconnect(true)
    expect(await hears(subscriber, publisher, channel)).toBe(true)
  },
)
