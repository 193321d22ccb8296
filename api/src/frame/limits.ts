import type { Call } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import type { Caller } from '@nation/core/platform'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** What holds where a call says nothing of its own, for each caller and call. */
const defaults = { GET: { points: 600, seconds: 60 }, other: { points: 120, seconds: 60 } }

/** Counts a call; throws `rate_limited` with the seconds to wait when there were too many. */
export type Limits = (call: Call, caller: Caller, address: string) => Promise<void>

/** Limits by Redis, so that all API processes count together; in this process's memory while Redis is away. */
export function createLimits(redis: Redis, factor: number): Limits {
  const limiters = new Map<string, RateLimiterRedis>()
  const limiterOf = (call: Call): RateLimiterRedis => {
    const known = limiters.get(call.id)
    if (known) return known
    const limit = call.limit ?? defaults[call.method === 'GET' ? 'GET' : 'other']
    const options = { keyPrefix: `limit:${call.id}`, points: Math.ceil(limit.points * factor), duration: limit.seconds }
    const limiter = new RateLimiterRedis({
      ...options,
      storeClient: redis,
      insuranceLimiter: new RateLimiterMemory(options),
      rejectIfRedisNotReady: true,
    })
    limiters.set(call.id, limiter)
    return limiter
  }
  return async (call, caller, address) => {
    const who = caller && call.limit?.by !== 'address' ? caller.uid : address
    try {
      await limiterOf(call).consume(who)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw new NationError('rate_limited', { retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) })
    }
  }
}
