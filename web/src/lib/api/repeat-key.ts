import { ApiError } from './api-error'

/** A change whose outcome is not known: it may have been made. */
interface Unanswered {
  readonly body: string
  readonly key: string
  readonly at: number
}

/** The time for which a change without an answer is taken for the same when it is sent again. The nation stores its answers for a day. */
const heldMs = 3_600_000

/** The last change of each call that got no answer. */
const unanswered = new Map<string, Unanswered>()

/**
 * Sends a change with an Idempotency-Key. One that got no answer and is sent again as it was, before another one of its call, carries its key
 * again: money that was booked before the connection broke is not booked twice by a second press.
 */
export async function withRepeatKey<T>(id: string, input: unknown, send: (key: string) => Promise<T>): Promise<T> {
  const body = JSON.stringify(input)
  const last = unanswered.get(id)
  const isRepeat = last?.body === body && Date.now() - last.at < heldMs
  const key = isRepeat ? last.key : crypto.randomUUID()
  unanswered.delete(id)
  try {
    return await send(key)
  } catch (error) {
    if (isUnknown(error)) unanswered.set(id, { body, key, at: Date.now() })
    throw error
  }
}

/**
 * Whether it is unknown if a change was made. A repeat that is sent away before the nation looks its key up (the session is over, too many
 * requests) says nothing of the first attempt either.
 */
const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.isPassing || error.status === 401 || error.status === 429)
