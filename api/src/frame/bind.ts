import type { CallId, CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import {
  change,
  read,
  type Caller,
  type CitizenContext,
  type Context,
  type IdempotencyClaim,
} from '@nation/core/platform'
import type { ParameterizedContext } from 'koa'
import { singleFlight } from './single-flight'
import type { Deps } from './deps'

/** A request that has passed identity, access, limits and parsing. */
export interface Request<Input = unknown> {
  readonly deps: Deps
  readonly caller: Caller
  readonly input: Input
  readonly idempotency: IdempotencyClaim | undefined
  readonly http: ParameterizedContext
}

/** How a call is answered. A result of `undefined` means that the handler wrote the answer itself. */
export interface Binding {
  readonly needsCaller: boolean
  readonly handle: (request: Request<never>) => Promise<unknown>
}

type Service<Id extends CallId, C extends Context> = (ctx: C, input: CallInput<Id>) => Promise<CallOutput<Id>>

/** A change that only a signed-in citizen makes: one transaction, replayed under its key. */
export function citizenChange<Id extends CallId>(service: Service<Id, CitizenContext>): Binding {
  return {
    needsCaller: true,
    handle: ({ deps, caller, input, idempotency }) =>
      change(deps.runtime, { caller, idempotency }, (ctx) => service(withCaller(ctx), input)),
  }
}

/** A reading call for a signed-in citizen. */
export function citizenRead<Id extends CallId>(service: Service<Id, CitizenContext>): Binding {
  return {
    needsCaller: true,
    handle: ({ deps, caller, input }) => read(deps.runtime, caller, (ctx) => service(withCaller(ctx), input)),
  }
}

/** A reading call for anybody. */
export function openRead<Id extends CallId>(service: Service<Id, Context>): Binding {
  return {
    needsCaller: false,
    handle: ({ deps, caller, input }) => read(deps.runtime, caller, (ctx) => service(ctx, input)),
  }
}

/**
 * A reading call whose answer is the same for everybody: computed at most once in `ttlMs` for each input, however many ask,
 * and never with a caller, so that nothing personal can get into the shared answer.
 */
export function sharedRead<Id extends CallId>(service: Service<Id, Context>, ttlMs = 500): Binding {
  const flights = singleFlight<CallOutput<Id>>(ttlMs)
  return {
    needsCaller: false,
    handle: ({ deps, input }) =>
      flights(JSON.stringify(input), () => read(deps.runtime, null, (ctx) => service(ctx, input))),
  }
}

/** A call that talks HTTP itself: redirects, cookies, streams. */
export function raw<Id extends CallId>(
  handle: (request: Request<CallInput<Id>>) => Promise<CallOutput<Id> | undefined>,
  needsCaller = false,
): Binding {
  return { needsCaller, handle }
}

function withCaller(ctx: Context): CitizenContext {
  if (!ctx.caller) throw new NationError('unauthenticated')
  return ctx as CitizenContext
}

/** The bindings of one feature: call id to handler. */
export type Bindings = Partial<Record<CallId, Binding>>
