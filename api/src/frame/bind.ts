import type { CallId, CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import {
  change,
  groupCommit,
  read,
  type Caller,
  type CitizenContext,
  type Context,
  type BatchService,
  type GroupCommit,
  type IdempotencyClaim,
  type Replay,
  type Runtime,
} from '@nation/core/platform'
import type { Arrived } from '@nation/core/media'
import type { ParameterizedContext } from 'koa'
import type { Deps } from './deps'

/** A request that has passed identity, access, limits and parsing. */
export interface Request<Input = unknown> {
  readonly deps: Deps
  readonly caller: Caller
  readonly input: Input
  readonly idempotency: IdempotencyClaim | undefined
  readonly http: ParameterizedContext
  /** The file of a call that takes one, on this machine's disk; gone when the call is answered. */
  readonly file: Arrived | null
}

/** How a call is answered. A result of `undefined` means that the handler wrote the answer itself. */
export interface Binding {
  readonly needsCaller: boolean
  /** Of a reading call: its public part is read once for many (`publicRead`). */
  readonly shared?: boolean
  /** Of a change that crowds make: it shares its commit with others, so one citizen's need not wait for each other. */
  readonly batched?: boolean
  /** Of a change that ends sessions: it waits for no other change of the citizen's. */
  readonly endsSessions?: boolean
  /** Of a call that takes a file: whether this caller may send one of so many bytes. Asked before anything is read. */
  readonly admit?: (deps: Deps, caller: Caller, bytes: number) => Promise<void>
  readonly handle: (request: Request<never>) => Promise<unknown>
  /**
   * Who is counted in place of the network that a visitor's call comes from, where the call can tell by a sealed cookie: others
   * in the same network then use up nothing of theirs.
   */
  readonly knownAs?: (deps: Deps, http: ParameterizedContext) => string | undefined
}

type Service<Id extends CallId, C extends Context> = (ctx: C, input: CallInput<Id>) => Promise<CallOutput<Id>>

/** How an answer that may be large is replayed: by the id of what it tells of, which is read anew. */
export interface ReplayBy<Answer> {
  readonly refer: (answer: Answer) => string
  /** Also where the answer is small: it holds words that may be taken back. */
  readonly always?: boolean
  readonly again: (ctx: CitizenContext, reference: string) => Promise<Answer>
}

/** The same of a call's answer. */
export type ReplayOf<Id extends CallId> = ReplayBy<CallOutput<Id>>

/**
 * A change that only a signed-in citizen makes: one transaction, replayed under its key. A call whose answer holds texts of
 * any length says how it is replayed: otherwise each key stores a copy of them.
 */
export function citizenChange<Id extends CallId>(service: Service<Id, CitizenContext>, replay?: ReplayOf<Id>): Binding {
  return {
    needsCaller: true,
    handle: ({ deps, caller, input, idempotency }) =>
      change(deps.runtime, { caller, idempotency, replay: replay && replayOf(replay) }, (ctx) =>
        service(withCaller(ctx), input),
      ),
  }
}

/** The same for `change`, which knows contexts without a caller too. */
export const replayOf = <Answer>({ refer, always, again }: ReplayBy<Answer>): Replay<Answer> => ({
  refer,
  always,
  again: (ctx, reference) => again(withCaller(ctx), reference),
})

/**
 * A change that many citizens make at the same moment: those that arrive while the last commit is under way share the next
 * one. Each process gathers for itself; each request has its own outcome, and is replayed under its key.
 */
export function batchedChange<Id extends CallId>(service: BatchService<CallInput<Id>, CallOutput<Id>>): Binding {
  const groupCommits = new WeakMap<Runtime, GroupCommit<CallInput<Id>, CallOutput<Id>>>()
  const groupCommitOf = (runtime: Runtime) => {
    const known = groupCommits.get(runtime) ?? groupCommit(runtime, service)
    groupCommits.set(runtime, known)
    return known
  }
  return {
    needsCaller: true,
    batched: true,
    handle: ({ deps, caller, input, idempotency }) => {
      if (!caller) throw new NationError('unauthenticated')
      return groupCommitOf(deps.batches)(caller, input, idempotency)
    },
  }
}

/** A reading call for a signed-in citizen. */
export function citizenRead<Id extends CallId>(service: Service<Id, CitizenContext>): Binding {
  return {
    needsCaller: true,
    handle: ({ deps, caller, input }) => read(deps.runtime, caller, (ctx) => service(withCaller(ctx), input)),
  }
}

/** A reading call for anybody whose answer is not shared: a test lists which these are, and why. */
export function openRead<Id extends CallId>(service: Service<Id, Context>): Binding {
  return {
    needsCaller: false,
    handle: ({ deps, caller, input }) => read(deps.runtime, caller, (ctx) => service(ctx, input)),
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
