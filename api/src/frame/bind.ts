import type { CallId, CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { callerNow } from '@nation/core/auth'
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
import type { KnownVisitor } from './limits'
import { Written } from './written'

/** A request that has passed identity, access, limits and parsing. */
export interface Request<Input = unknown> {
  readonly deps: Deps
  readonly caller: Caller
  readonly input: Input
  readonly idempotency: IdempotencyClaim | undefined
  readonly http: ParameterizedContext
  /** The uploaded file of a call that takes one, on this machine's disk. It is deleted when the call is answered. */
  readonly file: Arrived | null
}

/** The handler of a call. A result of `undefined` means that the handler wrote the answer itself. */
export interface Binding {
  readonly needsCaller: boolean
  /** For reading calls: the public part is computed once for many readers (`publicRead`). */
  readonly shared?: boolean
  /** For changes in group commits: the requests of one citizen need not wait for each other. */
  readonly batched?: boolean
  /** For changes that end sessions: they do not wait for the citizen's other changes. */
  readonly endsSessions?: boolean
  /** For changes of the panel: the transaction asks whether the caller's sign-in and powers still hold. */
  readonly asksCallerNow?: boolean
  /** For calls with a file: checks whether this caller may send so many bytes, before the body is read. */
  readonly admit?: (deps: Deps, caller: Caller, bytes: number) => Promise<void>
  /**
   * What takes its time before the service, such as a question to the chain. Where it took longer than a caller is trusted, the caller
   * is identified again after it.
   */
  readonly before?: (request: Request) => Promise<void>
  readonly handle: (request: Request<never>) => Promise<unknown>
  /** For calls that say whether a token counts: one that is refused makes a visitor of its caller, and no error. */
  readonly answersRefusedTokens?: boolean
  /**
   * Whom limits count instead of the network, if a cookie identifies the visitor. Other visitors of the same network then do not
   * use up this visitor's limit.
   */
  readonly knownAs?: (deps: Deps, http: ParameterizedContext) => KnownVisitor | undefined
}

type Service<Id extends CallId, C extends Context> = (ctx: C, input: CallInput<Id>) => Promise<CallOutput<Id>>

/** How an answer that may be large is replayed: its id is stored, and the answer is computed again from it. */
export interface ReplayBy<Answer> {
  readonly refer: (answer: Answer) => string
  /** Also for small answers: they contain texts that may be deleted later. */
  readonly always?: boolean
  readonly again: (ctx: CitizenContext, reference: string) => Promise<Answer>
}

/** The same, with the types of a call. */
export type ReplayOf<Id extends CallId> = ReplayBy<CallOutput<Id>>

/**
 * A change by a signed-in citizen: one transaction, replayed under its idempotency key. A call whose answer contains texts of any
 * length must declare how it is replayed; otherwise each key would store a copy of them.
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

/**
 * The same for a change of the panel: its transaction begins with the caller as they are now, so that powers that are taken away
 * count for every change that is not done yet, or wait for it. Services that lock elections ask behind those locks themselves.
 */
export function panelChange<Id extends CallId>(service: Service<Id, CitizenContext>, replay?: ReplayOf<Id>): Binding {
  const asking: Service<Id, CitizenContext> = async (ctx, input) =>
    service({ ...ctx, caller: await callerNow(ctx) }, input)
  return { ...citizenChange(asking, replay), asksCallerNow: true }
}

/** The same for `change`, which knows contexts without a caller too. */
export const replayOf = <Answer>({ refer, always, again }: ReplayBy<Answer>): Replay<Answer> => ({
  refer,
  always,
  again: (ctx, reference) => again(withCaller(ctx), reference),
})

/**
 * A change that many citizens make at the same time (group commit): requests that arrive during a commit share the next one. Each
 * process has its own queue. Each request has its own result, and is replayed under its key.
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

/** The same where the service answers JSON already, in UTF-8: it is sent as it is. Tests hold such answers to the declared output. */
export function writtenRead<Id extends CallId>(
  service: (ctx: CitizenContext, input: CallInput<Id>) => Promise<Buffer>,
): Binding {
  return {
    needsCaller: true,
    handle: async ({ deps, caller, input }) =>
      new Written(await read(deps.runtime, caller, (ctx) => service(withCaller(ctx), input))),
  }
}

/** A reading call for all callers whose answer is not shared. A test lists these calls with the reason. */
export function openRead<Id extends CallId>(service: Service<Id, Context>): Binding {
  return {
    needsCaller: false,
    handle: ({ deps, caller, input }) => read(deps.runtime, caller, (ctx) => service(ctx, input)),
  }
}

/** A call that talks HTTP itself: redirects, cookies, streams. */
export function raw<Id extends CallId>(
  handle: (request: Request<CallInput<Id>>) => Promise<CallOutput<Id> | undefined>,
  { needsCaller = false, asksCallerNow = false } = {},
): Binding {
  return { needsCaller, asksCallerNow, handle }
}

function withCaller(ctx: Context): CitizenContext {
  if (!ctx.caller) throw new NationError('unauthenticated')
  return ctx as CitizenContext
}

/** The bindings of one feature: call id to handler. */
export type Bindings = Partial<Record<CallId, Binding>>
