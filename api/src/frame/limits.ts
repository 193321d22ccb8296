import type { Call } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import type { Caller } from '@nation/core/platform'
import { queuePrefix } from '@nation/core/work'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Deps } from './deps'
import { networkOf, wideFactor, wideNetworkOf } from './network'

/** What holds where a call says nothing of its own, for each caller and call. */
const defaults = { GET: { points: 600, seconds: 60 }, other: { points: 120, seconds: 60 } }

/**
 * Counts a call; throws `rate_limited` with the seconds to wait when there were too many. `knownAs` is counted in place of the
 * network, where a call knows its caller by something better.
 */
export type Limits = (call: Call, caller: Caller, address: string, knownAs?: string) => Promise<void>

/**
 * Limits by Redis, so that all API processes count together; in this process's memory while Redis is away. Who is counted by an
 * IPv6 network is counted by the larger network around it, too.
 */
export function createLimits(redis: Redis, factor: number): Limits {
  const made = new Map<string, { readonly narrow: RateLimiterRedis; readonly wide: RateLimiterRedis }>()
  const limitersOf = (call: Call) => {
    const known = made.get(call.id)
    if (known) return known
    const allowance = call.limit ?? defaults[call.method === 'GET' ? 'GET' : 'other']
    const narrow = limiterFor(redis, call.id, allowance, factor)
    const both = { narrow, wide: limiterFor(redis, `wide:${call.id}`, allowance, factor * wideFactor) }
    made.set(call.id, both)
    return both
  }
  return async (call, caller, address, knownAs) => {
    const { narrow, wide } = limitersOf(call)
    if (caller && call.limit?.by !== 'address') return consume(narrow, caller.uid)
    await consume(narrow, knownAs ?? networkOf(address))
    const around = knownAs === undefined ? wideNetworkOf(address) : null
    if (around !== null) await consume(wide, around)
  }
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
