import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import type { CallId, CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import {
  change,
  gather,
  read,
  type Caller,
  type CitizenContext,
  type Context,
  type GatheredService,
  type Gatherer,
  type IdempotencyClaim,
  type Replay,
  type Runtime,
} from '@nation/core/platform'
import type { Arrived } from '@nation/core/media'
import type { ParameterizedContext } from 'koa'
import { lastChangeOf } from './own-changes'
import { singleFlight } from './single-flight'
import type { Deps } from './deps'

const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCompress)

/** A request that has passed identity, access, limits and parsing. */
export interface Request<Input = unknown> {
  readonly deps: Deps
  readonly caller: Caller
  readonly input: Input
  readonly idempotency: IdempotencyClaim | undefined
  readonly http: ParameterizedContext
  /** The file of a call that takes one, on this machine's disk; gone when the call is answered. */
  readonly file: Arrived | null
  /** Checks an answer by the call's declaration and writes it out, to be kept and sent to many. */
  readonly write: (answer: unknown) => Written
}

/** How a call is answered. A result of `undefined` means that the handler wrote the answer itself. */
export interface Binding {
  readonly needsCaller: boolean
  /** Of a reading call: several may be answered by one reading. */
  readonly shared?: boolean
  /** Of a change that crowds make: reading calls look by keys what somebody has changed, so it leaves no mark (decision 48). */
  readonly crowd?: boolean
  /** Of a call that takes a file: whether this caller may send one of so many bytes. Asked before anything is read. */
  readonly admit?: (deps: Deps, caller: Caller, bytes: number) => Promise<void>
  readonly handle: (request: Request<never>) => Promise<unknown>
  /**
   * Who is counted in place of the network that a visitor's call comes from, where the call can tell by a sealed cookie: others
   * in the same network then use up nothing of theirs.
   */
  readonly knownAs?: (deps: Deps, http: ParameterizedContext) => string | undefined
}

/** How long an answer that is the same for everybody is shared, in milliseconds: less than browsers wait after an event. */
export const sharedMs = 400

type Service<Id extends CallId, C extends Context> = (ctx: C, input: CallInput<Id>) => Promise<CallOutput<Id>>

/** How an answer that may be large is replayed: by the id of what it tells of, which is read anew. */
export interface ReplayBy<Answer> {
  readonly refer: (answer: Answer) => string
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
export const replayOf = <Answer>({ refer, again }: ReplayBy<Answer>): Replay<Answer> => ({
  refer,
  again: (ctx, reference) => again(withCaller(ctx), reference),
})

/**
 * A change that many citizens make at the same moment: those that arrive while the last commit is under way share the next
 * one. Each process gathers for itself; each request has its own outcome, and is replayed under its key.
 */
export function gatheredChange<Id extends CallId>(service: GatheredService<CallInput<Id>, CallOutput<Id>>): Binding {
  const gatherers = new WeakMap<Runtime, Gatherer<CallInput<Id>, CallOutput<Id>>>()
  const gathererOf = (runtime: Runtime) => {
    const known = gatherers.get(runtime) ?? gather(runtime, service)
    gatherers.set(runtime, known)
    return known
  }
  return {
    needsCaller: true,
    crowd: true,
    handle: ({ deps, caller, input, idempotency }) => {
      if (!caller) throw new NationError('unauthenticated')
      return gathererOf(deps.crowd)(caller, input, idempotency)
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

/** A reading call for anybody. */
export function openRead<Id extends CallId>(service: Service<Id, Context>): Binding {
  return {
    needsCaller: false,
    handle: ({ deps, caller, input }) => read(deps.runtime, caller, (ctx) => service(ctx, input)),
  }
}

/**
 * A reading call whose answer is the same for everybody: computed at most once in `ttlMs` for each input, however many ask,
 * and never with a caller, so that nothing personal can get into the shared answer. Who has just changed something reads what
 * is no older than their change, and nobody reads what was removed, whichever process they ask.
 */
export function sharedRead<Id extends CallId>(service: Service<Id, Context>, ttlMs = sharedMs): Binding {
  const flightsOf = inEachProcess(() => singleFlight<Written>(ttlMs))
  return {
    needsCaller: false,
    shared: true,
    handle: async ({ deps, caller, input, write }) =>
      flightsOf(deps.runtime)(
        `${await deps.freshness.markFor(caller?.uid)} ${JSON.stringify(input)}`,
        async () => write(await read(deps.runtime, null, (ctx) => service(ctx, input))),
        lastChangeOf(deps.runtime, caller?.uid),
      ),
  }
}

/** What each process has one of: a test runs several in one. */
export function inEachProcess<T>(make: () => T): (runtime: Runtime) => T {
  const kept = new WeakMap<Runtime, T>()
  return (runtime) => {
    const known = kept.get(runtime) ?? make()
    kept.set(runtime, known)
    return known
  }
}

/** An answer that was checked and written out before it was asked for. */
export class Written {
  readonly #packed = new Map<Packing, Promise<Buffer>>()

  constructor(readonly json: string | Buffer) {}

  /** The same, compressed: once for all who take it so. */
  packed(packing: Packing): Promise<Buffer> {
    const known = this.#packed.get(packing) ?? packers[packing](this.json)
    this.#packed.set(packing, known)
    return known
  }
}

const packers = {
  br: (json: string | Buffer) => brotli(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (json: string | Buffer) => gzip(json),
}

/** How an answer may be compressed. */
export type Packing = keyof typeof packers

/** A reading call for anybody whose answer is written by its handler, from parts that are kept written. */
export function written<Id extends CallId>(handle: (request: Request<CallInput<Id>>) => Promise<Written>): Binding {
  return { needsCaller: false, shared: true, handle }
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
