import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { authenticate, leavePanel } from '@nation/core/admin'
import { change } from '@nation/core/platform'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { citizenChange, raw, type Bindings, type Request } from '../frame/bind'
import type { Deps } from '../frame/deps'
import { networkOf } from '../frame/network'

/** Wrong passwords for one account from one network before it has to wait. */
const guesses = { points: 5, duration: 15 * 60 }

const limiters = new WeakMap<Deps, RateLimiterRedis>()

function guessLimiter(deps: Deps): RateLimiterRedis {
  const known = limiters.get(deps)
  if (known) return known
  const limiter = new RateLimiterRedis({
    ...guesses,
    keyPrefix: 'panel-guesses',
    storeClient: deps.redis,
    insuranceLimiter: new RateLimiterMemory(guesses),
    rejectIfRedisNotReady: true,
  })
  limiters.set(deps, limiter)
  return limiter
}

/** `admin.authenticate`: a guess is counted before it is checked, and forgotten when it was right. */
async function enter({
  deps,
  input,
  http,
}: Request<CallInput<'admin.authenticate'>>): Promise<CallOutput<'admin.authenticate'>> {
  const limits = guessLimiter(deps)
  const who = `${input.username.toLowerCase()}@${networkOf(http.ip)}`
  try {
    await limits.consume(who)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw new NationError('rate_limited', { retryAfter: Math.ceil(error.msBeforeNext / 1000) })
  }
  const answer = await change(deps.runtime, {}, (ctx) => authenticate(ctx, deps.keys, input))
  await limits.delete(who)
  return answer
}

/** `admin.verify`: a wrong token was refused before this. */
async function verify({ caller }: Request): Promise<CallOutput<'admin.verify'>> {
  return Promise.resolve({ success: true, valid: caller?.panel ?? false })
}

export const adminBindings: Bindings = {
  'admin.authenticate': raw<'admin.authenticate'>(enter),
  'admin.verify': raw<'admin.verify'>(verify),
  'admin.logout': citizenChange<'admin.logout'>(leavePanel),
}
