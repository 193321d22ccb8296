import { Redis, type RedisOptions } from 'ioredis'

/**
 * A connection for caches, limits and pub/sub: it fails fast when Redis is away, so that callers can go on without it.
 * A Redis that hangs counts as away after one second: the connection is dropped, and until a new one answers, commands
 * fail at once. Errors are left to the commands; the connection itself keeps trying.
 */
export function openRedis(url: string): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    // What is asked in one turn of the event loop travels together.
    enableAutoPipelining: true,
    connectTimeout: 2_000,
    commandTimeout: 1_000,
    socketTimeout: 1_000,
    retryStrategy: (times) => Math.min(100 * times, 2_000),
    lazyConnect: false,
  })
  redis.on('error', () => undefined)
  return redis
}

/** A connection for BullMQ, which wants its commands to wait for Redis rather than fail. */
export function openQueueRedis(url: string, options: Pick<RedisOptions, 'enableReadyCheck'> = {}): Redis {
  const retryStrategy = (times: number) => Math.min(100 * times, 2_000)
  const redis = new Redis(url, { maxRetriesPerRequest: null, retryStrategy, ...options })
  redis.on('error', () => undefined)
  return redis
}

/**
 * A subscriber. It queues its subscriptions while Redis is away and renews them by itself. It does not ask Redis whether it is
 * ready: a subscription that is made between the connection and that question has the question refused, ioredis connects anew,
 * and the subscription is lost. Redis takes subscriptions while it loads its data.
 */
export function openSubscriber(url: string): Redis {
  return openQueueRedis(url, { enableReadyCheck: false })
}

/**
 * Subscribes a subscriber to a channel. Resolves when its messages arrive; with false when Redis does not answer within
 * `patienceMs`, and the subscription is then made as soon as it does.
 */
export function subscribed(subscriber: Redis, channel: string, patienceMs = 1_500): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), patienceMs)
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

/** Waits until Redis is there, but no longer than `patienceMs`: the nation starts without it, too. */
export async function redisReady(redis: Redis, patienceMs = 1_500): Promise<boolean> {
  if (redis.status === 'ready') return true
  return new Promise((resolve) => {
    const done = (ready: boolean) => {
      clearTimeout(timer)
      redis.off('ready', onReady)
      resolve(ready)
    }
    const onReady = () => done(true)
    const timer = setTimeout(() => done(false), patienceMs)
    redis.once('ready', onReady)
  })
}
