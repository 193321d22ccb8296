import {
  allCalls,
  compiled,
  ownPartOf,
  type Call,
  type CallId,
  type CallInput,
  type CallOutput,
  type OwnPart,
  type OwnPlan,
} from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { read, type CitizenContext, type Context } from '@nation/core/platform'
import { AnswerStore } from './answer-store'
import type { Binding, Request } from './bind'
import type { Deps } from './deps'
import { checkFeatures } from './features'
import { fillIn, templateOf, Written, type Template } from './written'

/** A context without a caller: what is read in it is public. */
export interface VisitorContext extends Context {
  readonly caller: null
}

/** The parts of a public read. */
export interface PublicRead<Id extends CallId> {
  /** The whole answer for a visitor. It is shared by all callers. */
  readonly shared: (ctx: VisitorContext, input: CallInput<Id>) => Promise<CallOutput<Id>>
  /**
   * The caller's own fields, read by keys: only fields that the contract marks (`own`), at their places. Fields that are left out
   * keep the visitor's value.
   */
  readonly own?: (ctx: CitizenContext, shared: CallOutput<Id>, input: CallInput<Id>) => Promise<OwnPart<Id>>
  /** The whole answer for a signed-in caller, when visitors get "not found": the caller may still be allowed to read it. */
  readonly hidden?: (ctx: CitizenContext, input: CallInput<Id>) => Promise<CallOutput<Id>>
}

/**
 * A stored public answer: serialised, in buffers outside the garbage-collected heap. Most answers are sent to visitors, or only
 * once. The data for signed-in readers is parsed from the text when the first of them asks.
 */
export class StoredAnswer {
  readonly #plan: OwnPlan | null
  #answer: unknown
  #template: Template | null = null

  /** `written` is for visitors, and for all callers when the call has no own fields. */
  constructor(
    readonly written: Written,
    plan: OwnPlan | null,
  ) {
    this.#plan = plan
  }

  get answer(): unknown {
    this.#answer ??= JSON.parse(this.written.json.toString())
    return this.#answer
  }

  /** The answer with gaps for the caller's own fields; null when it has none. */
  get template(): Template | null {
    if (this.#plan) this.#template ??= templateOf(this.answer, this.#plan)
    return this.#template
  }
}

/** The store of one process. */
export const openAnswers = (clock?: () => number): AnswerStore<StoredAnswer> => new AnswerStore<StoredAnswer>(clock)

/** The binding of a public reading call. */
export interface PublicBinding<Id extends CallId> extends Binding {
  /** The answer for a visitor, for pages and files that show the same data. */
  readonly forVisitors: (deps: Deps, input: CallInput<Id>) => Promise<CallOutput<Id>>
}

/**
 * A reading call for all callers (decision 60). The public part is computed without a caller, once at a time for each input. It
 * is parsed by the declared output, serialised and compressed once. It is sent until the journal makes it stale, or 0.4 s have
 * passed since its computation started. The caller's own fields are read for each caller, parsed by the marked fields alone, and
 * merged.
 */
export function publicRead<Id extends CallId>(id: Id, { shared, own, hidden }: PublicRead<Id>): PublicBinding<Id> {
  const call = callNamed(id)
  const part = own ? ownPartOf(call.output) : null
  if (own && !part) throw new Error(`The call ${id} has an overlay, and its contract marks no field as one's own.`)
  const compute = async ({ runtime }: Deps, input: CallInput<Id>): Promise<StoredAnswer> => {
    const parsed = compiled(call.output).parse(
      await read(runtime, null, (ctx) => shared({ ...ctx, caller: null }, input)),
    )
    return new StoredAnswer(new Written(Buffer.from(JSON.stringify(parsed))), part && part.plan)
  }
  const stored = async (deps: Deps, uid: string | undefined, input: CallInput<Id>): Promise<StoredAnswer> => {
    const { freshness, runtime } = deps
    await freshness.look()
    // A feature that was just switched off is not answered from the store.
    await checkFeatures(call, deps.features)
    const { given, key } = canonical(call, input)
    const state = { now: runtime.clock.now().getTime(), needed: freshness.needed(id, uid), count: freshness.count }
    return deps.answers.get(key, state, () => compute(deps, given), bytesOf(part !== null))
  }
  const answer = async ({ deps, caller, input }: Request<CallInput<Id>>): Promise<Written> => {
    const known = await stored(deps, caller?.uid, input)
    if (!caller || !own || !part || !known.template) return known.written
    const shared = known.answer as CallOutput<Id>
    const mine = await read(deps.runtime, caller, (ctx) => own({ ...ctx, caller }, shared, input))
    return new Written(fillIn(known.template, compiled(part.schema).parse(mine)))
  }
  return {
    needsCaller: false,
    shared: true,
    forVisitors: async (deps, input) => (await stored(deps, undefined, input)).answer as CallOutput<Id>,
    handle: async (request: Request<CallInput<Id>>) => {
      const { deps, caller, input } = request
      try {
        return await answer(request)
      } catch (error) {
        if (!hidden || !caller || !isMissing(error)) throw error
        return read(deps.runtime, caller, (ctx) => hidden({ ...ctx, caller }, input))
      }
    },
  }
}

const callNamed = (id: CallId) => (allCalls as readonly Call[]).find((call) => call.id === id) as Call

/** The input without the caller's id, and the key of the question. */
function canonical<Input>(call: Call, input: Input): { given: Input; key: string } {
  // Parsed inputs have their fields in the order of the contract.
  const fields = Object.entries(input as object).filter(([name]) => !call.actors.includes(name))
  const given = Object.fromEntries(fields) as Input
  return { given, key: `${call.id} ${JSON.stringify(given)}` }
}

/** Whether it is hidden, or not there: both are answered alike. */
const isMissing = (error: unknown): boolean => error instanceof NationError && error.status === 404

/** The size in memory at most: text, compressed text, and the template and parsed answer once they exist. */
const bytesOf =
  (hasOwn: boolean) =>
  ({ written }: StoredAnswer): number =>
    written.json.length * (hasOwn ? 6 : 4)
