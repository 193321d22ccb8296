import type { Call } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import type { Caller } from '@nation/core/platform'
import { queuePrefix } from '@nation/core/work'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Deps } from './deps'
import { networkOf } from './network'

/** What holds where a call says nothing of its own, for each caller and call. */
const defaults = { GET: { points: 600, seconds: 60 }, other: { points: 120, seconds: 60 } }

/**
 * Counts a call; throws `rate_limited` with the seconds to wait when there were too many. `knownAs` is counted in place of the
 * network, where a call knows its caller by something better.
 */
export type Limits = (call: Call, caller: Caller, address: string, knownAs?: string) => Promise<void>

/** Limits by Redis, so that all API processes count together; in this process's memory while Redis is away. */
export function createLimits(redis: Redis, factor: number): Limits {
  const limiters = new Map<string, RateLimiterRedis>()
  const limiterOf = (call: Call): RateLimiterRedis => {
    const known = limiters.get(call.id)
    if (known) return known
    const limiter = limiterFor(redis, call.id, call.limit ?? defaults[call.method === 'GET' ? 'GET' : 'other'], factor)
    limiters.set(call.id, limiter)
    return limiter
  }
  return (call, caller, address, knownAs = networkOf(address)) =>
    consume(limiterOf(call), caller && call.limit?.by !== 'address' ? caller.uid : knownAs)
}

/** How often something may be done in how many seconds. */
export interface Allowance {
  readonly points: number
  readonly seconds: number
}

/**
 * An allowance for what costs more than a call, such as asking somebody else's server: counted for each `who` and, where it
 * says so, for everybody together. The answer throws `rate_limited` with the seconds to wait.
 */
export function allowanceFor(
  name: string,
  ofEach: Allowance,
  ofAll: Allowance,
): (deps: Pick<Deps, 'redis' | 'config'>, who: string) => Promise<void> {
  const made = new WeakMap<Redis, { each: RateLimiterRedis; all: RateLimiterRedis }>()
  return async ({ redis, config }, who) => {
    // Several nations may share a Redis; each has an everybody of its own.
    const place = `${queuePrefix(config.databaseUrl)}:${name}`
    const limiters = made.get(redis) ?? {
      each: limiterFor(redis, `${place}:each`, ofEach, 1),
      all: limiterFor(redis, `${place}:all`, ofAll, 1),
    }
    made.set(redis, limiters)
    // One's own first: whoever has used it up takes nothing from the others.
    await consume(limiters.each, who)
    await consume(limiters.all, 'everybody')
  }
}

/** A limiter in Redis, and in this process's memory while Redis is away. */
export function limiterFor(
  redis: Redis,
  name: string,
  { points, seconds }: Allowance,
  factor: number,
): RateLimiterRedis {
  const options = { keyPrefix: `limit:${name}`, points: Math.ceil(points * factor), duration: seconds }
  const insuranceLimiter = new RateLimiterMemory(options)
  return new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter, rejectIfRedisNotReady: true })
}

/** Counts one. @throws NationError `rate_limited` with the seconds to wait */
export async function consume(limiter: RateLimiterRedis, who: string): Promise<void> {
  try {
    await limiter.consume(who)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw new NationError('rate_limited', { retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) })
  }
}
