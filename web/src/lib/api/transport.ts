import { learnEntry } from '../live/live'
import { noteCall } from '../log/diagnostics'
import { noteReach } from '../reach'
import { learnServerTime } from '../server-time'
import { ApiError, errorFrom, noConnection } from './api-error'

/** The time limit of an attempt, in milliseconds, and the attempts of a request (requirements 1.7). */
export interface Retries {
  readonly timeout: number
  /** Milliseconds to wait before each further attempt; one longer than this list are made. */
  readonly pauses: readonly number[]
}

export const defaultRetries: Retries = { timeout: 15_000, pauses: [1000, 2000] }

/** For a request that must not be done twice and has no idempotency key. */
export const oneAttempt: Retries = { ...defaultRetries, pauses: [] }

export interface Outgoing {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** What is made of the answer: parsed JSON without it. */
  readonly as?: 'bytes'
  readonly signal?: AbortSignal | undefined
  /** It outlives the page. */
  readonly keepalive?: boolean
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Sends a request, repeating it after network errors and 5xx only, and answers the parsed JSON, or the bytes that were asked for.
 * @throws ApiError
 */
export async function send(outgoing: Outgoing, retries: Retries = defaultRetries): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(outgoing, retries.timeout)
    } catch (error) {
      const pause = retries.pauses[attempt]
      const again = error instanceof ApiError && error.isPassing && pause !== undefined && !outgoing.signal?.aborted
      if (!again) {
        if (error instanceof ApiError && isUnreached(error)) noteReach(false)
        throw error
      }
      await wait(pause)
    }
  }
}

/** No answer, or a proxy without a server behind it: the nation's own failures name their request. */
const isUnreached = ({ status, requestId }: ApiError): boolean =>
  status === 0 || (status >= 502 && status <= 504 && requestId === undefined)

async function sendOnce(outgoing: Outgoing, timeout: number): Promise<unknown> {
  const { method, url, headers, body, as, signal, keepalive } = outgoing
  const limit = AbortSignal.timeout(timeout)
  const sentAt = Date.now()
  const finish = noteCall(method, url)
  let response: Response
  try {
    response = await fetch(url, {
      method,
      headers,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body !== undefined && { body }),
      ...(keepalive && { keepalive }),
    })
  } catch (error) {
    finish(signal?.aborted ? 'aborted' : limit.aborted ? 'timeout' : 'no connection')
    throw noAnswer(error, signal, limit)
  }
  finish(response.status)
  learnServerTime(response.headers.get('x-nation-time'), sentAt, Date.now())
  learnEntry(response.headers.get('x-nation-entry'))
  if (!response.ok) {
    if (response.headers.has('x-nation-time')) noteReach(true)
    throw await errorFrom(response)
  }
  const read: Promise<unknown> =
    as === 'bytes' ? response.arrayBuffer().then((buffer) => new Uint8Array(buffer)) : response.json()
  const answer = await read.catch((error: unknown) => {
    // It broke off on the way, or is no word of the nation's (the page of a network that wants a sign-in of its own).
    throw noAnswer(error, signal, limit)
  })
  noteReach(true)
  return answer
}

/** The error of a request without an answer; an abort is passed on as it is. */
function noAnswer(error: unknown, signal: AbortSignal | undefined, limit: AbortSignal): unknown {
  if (signal?.aborted) return error
  return limit.aborted
    ? new ApiError(0, 'timeout', 'The nation did not answer in time. Please try again.')
    : new ApiError(0, 'network', noConnection)
}
