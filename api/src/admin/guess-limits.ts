import { NationError } from '@nation/domain/errors'
import { queuePrefix } from '@nation/core/work'
import type { Redis } from 'ioredis'
import type { RateLimiterRedis } from 'rate-limiter-flexible'
import { consume, limiterFor, type Allowance } from '../frame'

/** Tries for one account from one network: the more of them, the longer the wait, up to a quarter of an hour. */
const ofStranger: readonly Allowance[] = [
  { points: 5, seconds: 60 },
  { points: 8, seconds: 300 },
  { points: 12, seconds: 900 },
]
/** Tries from one network, whatever the account. */
const ofNetwork: Allowance = { points: 60, seconds: 600 }
/** Tries for one account from all networks together. Above it, each network still has the fewer tries below. */
const ofAccount: Allowance = { points: 100, seconds: 3_600 }
const whenCrowded: Allowance = { points: 2, seconds: 600 }
/** Tries on a device from which the account signed in before. They are counted apart. */
const ofDevice: readonly Allowance[] = [
  { points: 10, seconds: 60 },
  { points: 30, seconds: 600 },
]

/** The source of a try: a known device, or a name that is tried from a network. */
export type Trier = { readonly device: string } | { readonly account: string; readonly network: string }

/** Counts tries at the panel's sign-in before they are checked, over all processes by Redis, in memory while it is away. */
export interface GuessLimits {
  /** @throws NationError `rate_limited` with the seconds to wait */
  readonly count: (trier: Trier) => Promise<void>
  /** A try that was right: what this one may try is as if they never had. */
  readonly forget: (trier: Trier) => Promise<void>
}

/** The limits of one process. */
export function guessLimits(redis: Redis, databaseUrl: string): GuessLimits {
  const made = (name: string, allowance: Allowance) =>
    limiterFor(redis, `${queuePrefix(databaseUrl)}:panel-${name}-${allowance.seconds}`, allowance, 1)
  const strangers = ofStranger.map((allowance) => made('stranger', allowance))
  const devices = ofDevice.map((allowance) => made('device', allowance))
  const crowded = made('crowded', whenCrowded)
  const networks = made('network', ofNetwork)
  const accounts = made('account', ofAccount)
  const tiersOf = (trier: Trier): [RateLimiterRedis[], string] =>
    'device' in trier ? [devices, trier.device] : [strangers, `${trier.account}@${trier.network}`]
  return {
    count: async (trier) => {
      // The shortest first: a try that is refused there does not count for the longer ones.
      const [tiers, who] = tiersOf(trier)
      for (const tier of tiers) await consume(tier, who)
      if ('device' in trier) return
      await consume(networks, trier.network)
      if (await isUsedUp(accounts, trier.account)) await consume(crowded, who)
    },
    forget: async (trier) => {
      const [tiers, who] = tiersOf(trier)
      await Promise.all([...tiers, crowded].map((tier) => tier.delete(who)))
    },
  }
}

async function isUsedUp(limiter: RateLimiterRedis, who: string): Promise<boolean> {
  try {
    await consume(limiter, who)
    return false
  } catch (error) {
    if (error instanceof NationError) return true
    throw error
  }
}
