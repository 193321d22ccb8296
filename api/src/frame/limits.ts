import type { Call } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { batched, type Caller } from '@nation/core/platform'
import { queuePrefix } from '@nation/core/work'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Deps } from './deps'
import { networkOf, wideFactor, wideNetworkOf } from './network'

/** The default limits for each caller and call. Calls that do the same at two addresses are counted together (`countedAs`). */
const defaults = { GET: { points: 600, seconds: 60 }, other: { points: 120, seconds: 60 } }

/** A visitor whom a call can tell from others of the network. */
export interface KnownVisitor {
  readonly name: string
  /** Whether the name was proved here, as by a signed cookie. Otherwise the call itself finds out, and a client that invents names may have many. */
  readonly proven: boolean
}

/**
 * Counts a call; throws `rate_limited` with the seconds to wait when there were too many. `known` replaces the network for a
 * visitor whom the call can identify; where the name is not proven the network is counted as well, more generously.
 */
export type Limits = (call: Call, caller: Caller, address: string, known?: KnownVisitor) => Promise<void>

/** The factor between the limits of a network whose visitors give a name each, and of one visitor: an office or a school shares an address. */
export const namedFactor = 20

/**
 * Limits in Redis, so that all API processes count together; in this process's memory while Redis does not answer. A caller with
 * an IPv6 address is also counted in the larger network around it.
 */
export function createLimits(redis: Redis, factor: number): Limits {
  const made = new Map<string, NetworkLimiters & { readonly named: NetworkLimiters }>()
  const client = countingOf(redis)
  // Commands that wait to be sent together know the scripts that there were when the first of them came. One that is defined later
  // breaks those behind it: the limiter's own is defined by a limiter that counts nothing, before any call is answered.
  limiterFor(redis, 'unused', { points: 1, seconds: 1 }, 1)
  const limitersOf = (call: Call) => {
    const name = call.countedAs ?? call.id
    const known = made.get(name)
    if (known) return known
    const allowance = call.limit ?? defaults[call.method === 'GET' ? 'GET' : 'other']
    const ofNetworks = (counter: string, times: number) => ({
      narrow: limiterFor(client, counter, allowance, factor * times),
      wide: limiterFor(client, `wide:${counter}`, allowance, factor * times * wideFactor),
    })
    const all = { ...ofNetworks(name, 1), named: ofNetworks(`named:${name}`, namedFactor) }
    made.set(name, all)
    return all
  }
  return async (call, caller, address, known) => {
    const { named, ...limiters } = limitersOf(call)
    if (caller && call.limit?.by !== 'address') return consume(limiters.narrow, caller.uid)
    if (known) await consume(limiters.narrow, known.name)
    if (known?.proven) return
    const { narrow, wide } = known ? named : limiters
    await consume(narrow, networkOf(address))
    const around = wideNetworkOf(address)
    if (around !== null) await consume(wide, around)
  }
}

interface NetworkLimiters {
  readonly narrow: RateLimiterRedis
  readonly wide: RateLimiterRedis
}

/** The one command of Redis that counting a call needs, and whether Redis is there. */
interface CountingClient {
  readonly status: string
  /** Adds points to the counter of a key, which lasts some seconds. Answers its figure and its milliseconds. */
  readonly rlflxIncr: (args: readonly string[]) => Promise<readonly [number, number]>
}

/** What the limiter's own script does for one key, for each key of a message. */
const countAll = `
local answers = {}
for place, key in ipairs(KEYS) do
  local points, seconds = ARGV[2 * place - 1], ARGV[2 * place]
  redis.call('set', key, 0, 'EX', seconds, 'NX')
  answers[2 * place - 1] = redis.call('incrby', key, points)
  local ttl = redis.call('pttl', key)
  if ttl == -1 then
    redis.call('expire', key, seconds)
    ttl = 1000 * seconds
  end
  answers[2 * place] = ttl
end
return answers`

const counting = new WeakMap<Redis, CountingClient>()

/** What counts in a Redis, the calls of many in one command. */
export function countingOf(redis: Redis): CountingClient {
  const known = counting.get(redis) ?? manyInOneMessage(redis)
  counting.set(redis, known)
  return known
}

/**
 * Counts the calls of many in one command: a command for each was a good part of what a call cost, in this process and in Redis.
 */
function manyInOneMessage(redis: Redis): CountingClient {
  redis.defineCommand('countAll', { lua: countAll })
  const { countAll: send } = redis as Redis & { countAll: (...args: (string | number)[]) => Promise<number[]> }
  const count = async (calls: readonly (readonly string[])[]) => {
    const keys = calls.map(([key = '']) => key)
    const amounts = calls.flatMap(([, points = '', seconds = '']) => [points, seconds])
    const figures = await send.call(redis, keys.length, ...keys, ...amounts)
    return calls.map((_, place) => [figures[2 * place] ?? 0, figures[2 * place + 1] ?? 0] as const)
  }
  return {
    get status() {
      return redis.status
    },
    rlflxIncr: batched(count, { underWay: 1 }),
  }
}

/** A number of times in a number of seconds. */
export interface Allowance {
  readonly points: number
  readonly seconds: number
}

/**
 * A limit for work that costs more than a call, such as a request to another server. It is counted for each `who` and, if
 * declared, for all together. The returned function throws `rate_limited` with the seconds to wait.
 */
export function allowanceFor(
  name: string,
  ofEach: Allowance,
  ofAll: Allowance,
): (deps: Pick<Deps, 'redis' | 'config'>, who: string) => Promise<void> {
  const made = new WeakMap<Redis, { each: RateLimiterRedis; all: RateLimiterRedis }>()
  return async ({ redis, config }, who) => {
    // Several nations may share one Redis, so the key of the common limit contains the nation.
    const place = `${queuePrefix(config.databaseUrl)}:${name}`
    const limiters = made.get(redis) ?? {
      each: limiterFor(redis, `${place}:each`, ofEach, 1),
      all: limiterFor(redis, `${place}:all`, ofAll, 1),
    }
    made.set(redis, limiters)
    // The caller's own limit is checked first, so a caller who has used it up takes nothing from the common one.
    await consume(limiters.each, who)
    await consume(limiters.all, 'everybody')
  }
}

/**
 * A limit for requests that are no calls, by the network of an address and the larger one around it. The returned function
 * throws `rate_limited` with the seconds to wait.
 */
export function networkLimit(
  name: string,
  allowance: Allowance,
): (deps: Pick<Deps, 'redis' | 'config'>, address: string) => Promise<void> {
  const made = new WeakMap<Redis, { narrow: RateLimiterRedis; wide: RateLimiterRedis }>()
  return async ({ redis, config }, address) => {
    const place = `${queuePrefix(config.databaseUrl)}:${name}`
    const limiters = made.get(redis) ?? {
      narrow: limiterFor(redis, `${place}:narrow`, allowance, 1),
      wide: limiterFor(redis, `${place}:wide`, allowance, wideFactor),
    }
    made.set(redis, limiters)
    await consume(limiters.narrow, networkOf(address))
    const around = wideNetworkOf(address)
    if (around !== null) await consume(limiters.wide, around)
  }
}

/** A limiter in Redis; in this process's memory while Redis does not answer. */
export function limiterFor(
  redis: Redis | CountingClient,
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
