import { queuePrefix } from '@nation/core/work'
import type { CallId, CallInput, CallOutput } from '@nation/domain/contract'
import { channelLimit } from '@nation/domain/messenger'
import type { Redis } from 'ioredis'
import type { RateLimiterRedis } from 'rate-limiter-flexible'
import { type Binding, type Request, type Deps, consume, countingOf, limiterFor } from '../frame'

/** A citizen in an answer. The service says whether the caller may see that they are here; Redis, whether they are. */
interface Seen {
  readonly id: string
  isOnline: boolean
}

/** The same call, with who of an answer's citizens is here. */
export function withPresence<Id extends CallId>(
  binding: Binding,
  seenIn: (answer: CallOutput<Id>) => readonly Seen[],
): Binding {
  const handle = async (request: Request<never>) => {
    const answer = (await binding.handle(request)) as CallOutput<Id>
    const seen = seenIn(answer)
    const here = await request.deps.presence.among(seen.filter(({ isOnline }) => isOnline).map(({ id }) => id))
    for (const one of seen) one.isOnline = here.has(one.id)
    return answer
  }
  return { ...binding, handle }
}

const limiters = new WeakMap<Redis, RateLimiterRedis>()

function limiterOf({ redis, config }: Deps): RateLimiterRedis {
  const known = limiters.get(redis)
  if (known) return known
  // As with the limits of calls: development and tests run many people from one machine.
  const factor = config.environment === 'production' ? 1 : 50
  const made = limiterFor(countingOf(redis), `${queuePrefix(config.databaseUrl)}:channel`, channelLimit, factor)
  limiters.set(redis, made)
  return made
}

/** The same call, counted for each citizen in each conversation, so that no citizen fills one alone. */
export function limitedByChannel<Id extends CallId>(
  binding: Binding,
  channelOf: (input: CallInput<Id>) => string,
): Binding {
  const handle = async (request: Request<never>) => {
    const { deps, caller, input } = request as Request<unknown> as Request<CallInput<Id>>
    if (caller) await consume(limiterOf(deps), `${caller.uid}:${channelOf(input)}`)
    return binding.handle(request)
  }
  return { ...binding, handle }
}

/**
 * The same call, for a message that its sender has given an id: the id is stored with the message, and says all that a key of the request
 * would say (decision 104). So no key is read or stored.
 */
export function knownByItsId(binding: Binding): Binding {
  const handle = (request: Request<never>) => {
    const { input } = request as Request<unknown> as Request<{ readonly clientId?: string | undefined }>
    return binding.handle(input.clientId === undefined ? request : { ...request, idempotency: undefined })
  }
  return { ...binding, handle }
}
