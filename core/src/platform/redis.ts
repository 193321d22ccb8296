import { Redis, type RedisOptions } from 'ioredis'

/**
 * After a failover the address leads to another server, but a connection stays with the old one, which takes no changes. Where it says so,
 * a new connection is made, and the command is sent there (2). The code stands in the text alone: first in it, or in that of a script.
 */
const reconnectOnError = (error: Error) => (/(^|-)READONLY /.test(error.message) ? 2 : false)

/**
 * A connection for caches, limits and pub/sub. Commands fail at once when Redis does not answer, so that callers can continue
 * without it. When Redis hangs, the connection is dropped after one second, and commands fail at once until a new connection
 * answers. Errors are returned by the commands; the connection itself reconnects without limit.
 */
export function openRedis(url: string): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    // Commands of one turn of the event loop are sent together.
    enableAutoPipelining: true,
    connectTimeout: 2_000,
    commandTimeout: 1_000,
    socketTimeout: 1_000,
    retryStrategy: (times) => Math.min(100 * times, 2_000),
    reconnectOnError,
    lazyConnect: false,
  })
  redis.on('error', () => undefined)
  return redis
}

/** A connection for BullMQ, whose commands must wait for Redis instead of failing. */
export function openQueueRedis(url: string, options: Pick<RedisOptions, 'enableReadyCheck'> = {}): Redis {
  const retryStrategy = (times: number) => Math.min(100 * times, 2_000)
  const redis = new Redis(url, { maxRetriesPerRequest: null, retryStrategy, reconnectOnError, ...options })
  redis.on('error', () => undefined)
  return redis
}

/**
 * A connection for subscriptions. It queues subscriptions while Redis does not answer, and renews them after a reconnect.
 * ioredis' ready check is off: a subscription that is sent before that check makes the check fail, ioredis reconnects, and the
 * subscription is lost. Redis accepts subscriptions while it loads its data.
 */
export function openSubscriber(url: string): Redis {
  return openQueueRedis(url, { enableReadyCheck: false })
}

/**
 * Subscribes to a channel. Resolves with true when messages arrive. Resolves with false when Redis does not answer within
 * `timeoutMs`; the subscription is made later then.
 */
export function subscribed(subscriber: Redis, channel: string, timeoutMs = 1_500): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), timeoutMs)
    const done = (there: boolean) => {
      clearTimeout(timer)
      resolve(there)
    }
    subscriber.subscribe(channel).then(
      () => done(true),
      () => done(false),
    )
  })
}

/**
 * Asks Redis to write something. One that is full, or takes no changes, answers a PING nevertheless, and no queue works with it.
 * @throws what Redis or the connection says
 */
export async function writesToRedis(redis: Redis): Promise<void> {
  await redis.set('nation:health', '', 'EX', 60)
}

/** Waits until Redis answers, but no longer than `timeoutMs`: the nation also starts without it. */
export async function redisReady(redis: Redis, timeoutMs = 1_500): Promise<boolean> {
  if (redis.status === 'ready') return true
  return new Promise((resolve) => {
    const done = (ready: boolean) => {
      clearTimeout(timer)
      redis.off('ready', onReady)
      resolve(ready)
    }
    const onReady = () => done(true)
    const timer = setTimeout(() => done(false), timeoutMs)
    redis.once('ready', onReady)
  })
}
