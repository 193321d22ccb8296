import { z } from 'zod'
import { JsonStream, parseExactly, type Part } from './json-stream'
import { post, StatusRefusal } from './post'
import { context, type within } from './shapes'
import { SlotWatch } from './slot-watch'

/** The chain did not answer, not wholly, or not credibly. Nothing may be concluded from it, least of all a zero. */
export class ChainUnavailable extends Error {
  constructor(
    message: string,
    /** What each endpoint had to say. */
    readonly reasons: readonly string[] = [],
    /** Whether an endpoint that answers refuses the method: where the others stay away, another way may be taken. */
    readonly refusedBySome = false,
  ) {
    super(message)
    this.name = 'ChainUnavailable'
  }
}

/** Every endpoint that answers refuses this method: another way has to be taken. */
export class MethodRefused extends ChainUnavailable {
  constructor(method: string, reasons: readonly string[]) {
    super(`No endpoint of the chain allows ${method}: ${reasons.join('; ')}`, reasons, true)
    this.name = 'MethodRefused'
  }
}

/** Endpoints answer, and the answer is longer than any that is read. Who asks for less may be told. */
export class AnswerTooLong extends ChainUnavailable {
  constructor(method: string, reasons: readonly string[]) {
    super(`The answer to ${method} is too long: ${reasons.join('; ')}`, reasons)
    this.name = 'AnswerTooLong'
  }
}

/** The endpoints that answer have not come to the slot that was asked for yet: they will in a moment. */
export class ChainBehind extends ChainUnavailable {
  constructor(method: string, reasons: readonly string[]) {
    super(`The chain has not come so far for ${method}: ${reasons.join('; ')}`, reasons)
    this.name = 'ChainBehind'
  }
}

/** Which endpoints may answer: all but one, or one alone. */
export interface Among {
  readonly besides?: string
  readonly only?: string
}

export interface RpcOptions {
  readonly urls: readonly string[]
  /** How long an endpoint may take to answer an ordinary question. */
  readonly timeoutMs?: number
  /** How long an answer that comes in pieces may pause between two of them. */
  readonly pauseMs?: number
  /** How long such an answer may be waited for, all its pieces together. */
  readonly streamMs?: number
}

/** What is remembered of an endpoint: one that failed is asked last for a while. */
interface Endpoint {
  readonly url: string
  failedAt: number
}

/** Asks one endpoint; `left` is how many have not been asked yet, this one included. */
type Attempt<T> = (url: string, left: number) => Promise<T>

const sulkMs = 30_000
/** Of an answer to an ordinary question: a hundred accounts take some ten thousand bytes. */
const mostBytes = 4 * 1024 * 1024
/** Solana's "minimum context slot has not been reached". */
const notYet = -32016
/** JSON-RPC's "no such method", Solana's "excluded from account secondary indexes", and what providers say by HTTP. */
const refusals = { codes: new Set([-32601, -32010, -32600]), statuses: new Set([401, 403, 405, 410]) }

const failure = z.object({ error: z.object({ code: z.bigint(), message: z.string() }) })

/** Why one endpoint did not do: it will not have this method, has not come so far, says too much, or anything else. */
class EndpointFailure extends Error {
  constructor(
    message: string,
    readonly kind: 'refused' | 'behind' | 'long' | 'failed' = 'failed',
  ) {
    super(message)
  }
}

/** Takes the pieces of a streamed answer. Called anew, from the beginning, when the next endpoint is asked. */
export type StreamReader<T> = (parts: AsyncIterable<Part[]>) => Promise<T>

/**
 * Solana's JSON-RPC over several endpoints: one that does not answer in time, answers an error, or answers what does not fit
 * is followed by the next. Written against HTTP instead of web3.js, whose connection turns amounts into JavaScript numbers
 * and reads whole answers into memory (decision 18).
 */
export class Rpc {
  readonly #endpoints: Endpoint[]
  readonly #timeoutMs: number
  readonly #pauseMs: number
  readonly #streamMs: number
  readonly #slots = new SlotWatch()

  constructor({ urls, timeoutMs = 8_000, pauseMs = 20_000, streamMs = 300_000 }: RpcOptions) {
    this.#endpoints = urls.map((url) => ({ url, failedAt: -Infinity }))
    this.#timeoutMs = timeoutMs
    this.#pauseMs = pauseMs
    this.#streamMs = streamMs
  }

  /**
   * Asks a question and reads the answer; whole numbers are bigints. An answer that does not have the shape, is of long ago,
   * or that `read` throws at, is a failure of its endpoint. `read` gets the endpoint.
   * @throws ChainUnavailable when no endpoint answers what fits
   */
  call<T extends z.output<ReturnType<typeof within>>, R>(
    method: string,
    params: readonly unknown[],
    shape: z.ZodType<T>,
    read: (answer: T, endpoint: string) => R,
    among?: Among,
  ): Promise<R> {
    const attempt = async (url: string) => {
      const answer = parseExactly(await this.#wholeAnswer(url, method, params))
      throwIfError(answer)
      const parsed = z.object({ result: shape }).safeParse(answer)
      if (!parsed.success) throw new EndpointFailure(`an answer that does not fit (${issue(parsed.error)})`)
      this.#believe(url, parsed.data.result.context.slot)
      return read(parsed.data.result, url)
    }
    return this.#ask(method, attempt, among)
  }

  async #wholeAnswer(url: string, method: string, params: readonly unknown[]): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    let length = 0
    for await (const part of post(url, question(method, params), { ms: this.#timeoutMs, of: 'all' })) {
      length += part.length
      if (length > mostBytes) throw new EndpointFailure('an answer that does not end', 'long')
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

  /**
   * Asks a question whose answer may be very long, and hands its parts at `paths` to `read` as they arrive. `read` must
   * begin anew each time that it is called. An answer that is cut off, does not come to its end in time, or is of long ago is
   * a failure, whatever was read of it. `withinMs` is what is left for all endpoints together: each has its part.
   * @throws ChainUnavailable, MethodRefused
   */
  stream<T>(
    method: string,
    params: readonly unknown[],
    paths: readonly string[],
    read: StreamReader<T>,
    withinMs = Infinity,
  ): Promise<T> {
    const until = performance.now() + withinMs
    return this.#ask(method, (url, left) => {
      const ms = Math.min(this.#streamMs, Math.max(0, until - performance.now()) / left)
      return read(this.#parts(url, question(method, params), [...paths, '$.result.context', '$.error'], ms))
    })
  }

  async *#parts(url: string, body: string, paths: readonly string[], altogetherMs: number): AsyncIterable<Part[]> {
    const stream = new JsonStream(paths)
    for await (const bytes of post(url, body, { ms: this.#pauseMs, of: 'each part', altogetherMs })) {
      const parts = stream.write(bytes)
      for (const part of parts) {
        if (part.path[0] === 'error') throwIfError({ error: part.value })
        else if (part.path[1] === 'context') this.#believe(url, context.parse(part.value).slot)
      }
      if (parts.length > 0) yield parts
    }
    stream.end()
  }

  /** @throws EndpointFailure when the slot of an answer says that its endpoint is not well */
  #believe(url: string, slot: bigint): void {
    const wrong = this.#slots.judge(url, slot, performance.now())
    if (wrong) throw new EndpointFailure(wrong)
  }

  async #ask<T>(method: string, attempt: Attempt<T>, among: Among = {}): Promise<T> {
    if (this.#endpoints.length === 0) throw new ChainUnavailable('No endpoint of the chain is configured.')
    const asked = this.#inOrder(among)
    if (asked.length === 0) throw new ChainUnavailable('There is no other endpoint to ask.')
    const reasons: string[] = []
    const kinds: EndpointFailure['kind'][] = []
    for (const [index, endpoint] of asked.entries()) {
      try {
        return await attempt(endpoint.url, asked.length - index)
      } catch (error) {
        if (error instanceof NotTheChain) throw error.cause
        const kind = kindOf(error)
        if (kind === 'failed') endpoint.failedAt = performance.now()
        kinds.push(kind)
        reasons.push(`${new URL(endpoint.url).host}: ${reasonOf(error)}`)
      }
    }
    if (kinds.every((kind) => kind === 'refused')) throw new MethodRefused(method, reasons)
    if (kinds.includes('long')) throw new AnswerTooLong(method, reasons)
    if (kinds.includes('behind')) throw new ChainBehind(method, reasons)
    const sentence = `The chain does not answer ${method}: ${reasons.join('; ')}`
    throw new ChainUnavailable(sentence, reasons, kinds.includes('refused'))
  }

  /** Who answered lately first. */
  #inOrder({ besides, only }: Among): Endpoint[] {
    const now = performance.now()
    const sulks = ({ failedAt }: Endpoint) => Number(now - failedAt < sulkMs)
    return this.#endpoints
      .filter(({ url }) => url !== besides && (only === undefined || url === only))
      .toSorted((a, b) => sulks(a) - sulks(b))
  }
}

function kindOf(error: unknown): EndpointFailure['kind'] {
  if (error instanceof EndpointFailure) return error.kind
  return error instanceof StatusRefusal && refusals.statuses.has(error.status) ? 'refused' : 'failed'
}

/** Wraps a failure of our own, so that it is not taken for the chain's: the next endpoint could not help. */
export class NotTheChain extends Error {
  constructor(override readonly cause: unknown) {
    super('Our own failure')
  }
}

const question = (method: string, params: readonly unknown[]) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

function throwIfError(answer: unknown): void {
  const failed = failure.safeParse(answer)
  if (!failed.success) return
  const code = Number(failed.data.error.code)
  const kind = code === notYet ? 'behind' : refusals.codes.has(code) ? 'refused' : 'failed'
  throw new EndpointFailure(`${code}: ${failed.data.error.message.slice(0, 200)}`, kind)
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 200)

const issue = (error: z.ZodError) => error.issues[0]?.path.join('.') ?? 'nothing'
