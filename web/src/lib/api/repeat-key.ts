import { ApiError, hasCode } from './api-error'
import type { JsonCallId } from './client'

/** A change whose outcome is not known: it may have been made. */
interface Unanswered {
  readonly key: string
  readonly at: number
}

/** The time for which a change without an answer is taken for the same when it is sent again. The nation stores its answers for a day. */
const heldMs = 3_600_000

/**
 * The calls that make something new each time. Other changes set a state or are guarded by what they change: a repeat does no harm there, and
 * a key of before would answer a later, wanted repeat with an old answer.
 */
const creations: ReadonlySet<JsonCallId> = new Set([
  'bank.record-funding',
  'broadcast.create',
  'government-interviews.create',
  'government-tasks.create-task',
  'government-tasks.submit-response',
  'government.create-poll',
  'interviews.create',
  'polls.create',
])

/** The creations that got no answer, by their call and body. */
const unanswered = new Map<string, Unanswered>()

/**
 * Sends a change with an Idempotency-Key. A creation that got no answer and is sent again as it was carries its key again: money that was
 * booked before the connection broke is not booked twice by a second press.
 */
export async function withRepeatKey<T>(id: JsonCallId, input: unknown, send: (key: string) => Promise<T>): Promise<T> {
  if (!creations.has(id)) return send(crypto.randomUUID())
  const change = `${id} ${JSON.stringify(input)}`
  const last = unanswered.get(change)
  const key = last && Date.now() - last.at < heldMs ? last.key : crypto.randomUUID()
  unanswered.delete(change)
  try {
    return await send(key)
  } catch (error) {
    const isKnown = hasCode(error, 'idempotency_key_reused')
    // A key that is known with another body is answered so each time: its hour is not renewed.
    if (isUnknown(error)) unanswered.set(change, { key, at: isKnown && last ? last.at : Date.now() })
    throw isKnown ? mayBeMade(error) : error
  }
}

/**
 * Whether it is unknown if a change was made. A repeat that is sent away before the nation looks its key up (the session is over, too many
 * requests) says nothing of the first attempt either. The nation knows the key with another body where it was updated between the two: it
 * stores what it reads from a body, such as a default that is new. The change was made then.
 */
const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.isPassing || error.status === 401 || error.status === 429 || error.code === 'idempotency_key_reused')

/** The same refusal, in words for somebody who does not know of keys. */
const mayBeMade = ({ status, code, requestId }: ApiError): ApiError =>
  new ApiError(
    status,
    code,
    'It may have been made already. Please look at the list. The same can be made again in an hour.',
    {
      ...(requestId !== undefined && { requestId }),
    },
  )
