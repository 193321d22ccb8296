import { log } from './log'

/** Failures of one kind are written to the log at most once in this many milliseconds. */
export const QUIET = 60_000
/** At most so many kinds of failure are written in that time: an outage fails every call at once. */
export const MOST_KINDS = 20

/** What is written of a failed call: never its address, its input or its answer. */
export interface FailedCall {
  /** 0 without an answer. */
  readonly status: number
  readonly code: string
  readonly requestId?: string | undefined
}

interface Kind {
  readonly writtenAt: number
  /** How often it happened, since this page was opened. */
  times: number
}

const kinds = new Map<string, Kind>()

/** The part of a text from outside that looks like a code or an id; anything else is left out. */
const plain = (text: string | undefined, shape: RegExp): string => (text !== undefined && shape.test(text) ? text : '?')

/**
 * Writes to the log that a call failed: its id, status, code and the id of its request. A refused token is left out, because
 * it is renewed, and so is the log's own call.
 */
export function logFailedCall(id: string, { status, code, requestId }: FailedCall): void {
  if (id === 'system.logs' || status === 401) return
  const kind = `${id}: ${status} ${plain(code, /^[a-z_]{1,40}$/)}`
  const now = Date.now()
  const before = kinds.get(kind)
  if (before) before.times++
  if (before && now - before.writtenAt < QUIET) return
  const recent = [...kinds.values()].filter(({ writtenAt }) => now - writtenAt < QUIET).length
  if (recent >= MOST_KINDS) return
  const times = before?.times ?? 1
  kinds.set(kind, { writtenAt: now, times })
  const detail = `request ${plain(requestId, /^[\w-]{1,50}$/)}, ${times} since the page was opened`
  log[status === 0 || status >= 500 ? 'error' : 'warn'](`Call failed: ${kind}`, detail)
}

/** Forgets what was written; for tests. */
export function clearFailedCalls(): void {
  kinds.clear()
}
