import { z } from 'zod'
import type { Answer } from './http'

/** What `POST /faults` takes: the next `count` requests whose path starts with `path` fail. */
export const faultSchema = z.strictObject({
  status: z.union([z.literal(429), z.literal(500), z.literal(503)]),
  count: z.int().min(1).max(100_000).default(1),
  /** The beginning of a path, as in `/2/users`; without it, any path of X's API. */
  path: z.string().startsWith('/').optional(),
  /** For 429: when to come back, an ISO instant or seconds since 1970. A minute from now when not given. */
  resetAt: z.union([z.iso.datetime({ offset: true }), z.int().min(0)]).optional(),
})

export type Fault = z.infer<typeof faultSchema>

/** The failures that the stand-in answers with. */
export class Faults {
  private faults: Fault[] = []

  constructor(private readonly now: () => Date) {}

  add(fault: Fault): void {
    this.faults.push({ ...fault })
  }

  clear(): void {
    this.faults = []
  }

  list(): readonly Fault[] {
    return this.faults
  }

  /** The failure that this path is due, counted as used; undefined when it may go on. */
  take(path: string): Answer | undefined {
    const fault = this.faults.find((it) => (it.path ? path.startsWith(it.path) : isApi(path)))
    if (!fault) return undefined
    fault.count -= 1
    this.faults = this.faults.filter(({ count }) => count > 0)
    return fault.status === 429 ? tooManyRequests(this.resetOf(fault)) : broken(fault.status)
  }

  private resetOf({ resetAt }: Fault): number {
    if (typeof resetAt === 'number') return resetAt
    const instant = resetAt === undefined ? this.now().getTime() + 60_000 : Date.parse(resetAt)
    return Math.ceil(instant / 1000)
  }
}

function isApi(path: string): boolean {
  return path.startsWith('/2/') || path.startsWith('/oauth2/')
}

/** X's answer to a caller that asks too often. `reset` is in seconds since 1970. */
export function tooManyRequests(reset: number): Answer {
  return {
    status: 429,
    headers: { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(reset) },
    body: { title: 'Too Many Requests', detail: 'Too Many Requests', type: 'about:blank', status: 429 },
  }
}

function broken(status: 500 | 503): Answer {
  const title = status === 500 ? 'Internal Server Error' : 'Service Unavailable'
  return { status, body: { title, detail: 'Something is broken on our side.', type: 'about:blank', status } }
}
