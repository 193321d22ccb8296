import { z } from 'zod'

const ordered = {
  /** The RPC method that fails; any when not given. */
  method: z.string().optional(),
  /** How many times. */
  count: z.int().min(1).max(1_000_000).default(1),
}

/** What `POST /faults` takes: how the next `count` calls of `method` go wrong. */
export const faultSchema = z.discriminatedUnion('kind', [
  /** The endpoint answers with a status instead of an answer. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.union([429, 500, 502, 503].map((n) => z.literal(n))),
    ...ordered,
  }),
  /** It never answers. */
  z.strictObject({ kind: z.literal('silence'), ...ordered }),
  /** The answer ends half-way: the connection breaks, or (`politely`) it ends as if that were all. */
  z.strictObject({ kind: z.literal('truncate'), politely: z.boolean().default(false), ...ordered }),
  /** The answer is so many bytes longer, as the list of a wallet with very many accounts is. */
  z.strictObject({ kind: z.literal('pad'), bytes: z.int().min(1), ...ordered }),
  /** The answer comes in pieces of so many bytes, one every so many milliseconds, as from an endpoint that throttles. */
  z.strictObject({
    kind: z.literal('drip'),
    bytes: z.int().min(1).default(100),
    everyMs: z.int().min(1).max(60_000).default(100),
    ...ordered,
  }),
  /** The method is refused, as providers do with the expensive ones. */
  z.strictObject({ kind: z.literal('refuse'), ...ordered }),
  /** A JSON-RPC error. */
  z.strictObject({ kind: z.literal('error'), code: z.int(), message: z.string(), ...ordered }),
  /** A list of accounts has a hole: so many of them are left out, and nothing says so. */
  z.strictObject({ kind: z.literal('omit'), accounts: z.int().min(1), ...ordered }),
  /** The answer is of long ago: so many slots before the present one. */
  z.strictObject({ kind: z.literal('behind'), slots: z.int().min(1), ...ordered }),
])

export type Fault = z.output<typeof faultSchema>

/** The failures that the stand-in simulates. */
export class Faults {
  #faults: Fault[] = []

  add(fault: Fault): void {
    this.#faults.push({ ...fault })
  }

  clear(): void {
    this.#faults = []
  }

  list(): readonly Fault[] {
    return this.#faults
  }

  /** The failure that a call of this method is due, counted as used. */
  take(method: string): Fault | undefined {
    const fault = this.#faults.find((one) => one.method === undefined || one.method === method)
    if (!fault) return undefined
    fault.count -= 1
    this.#faults = this.#faults.filter(({ count }) => count > 0)
    return fault
  }
}
