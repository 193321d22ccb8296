import { ApiError, noConnection } from '../../../lib/api/api-error'
import { call } from '../../../lib/api/client'
import { serverNow } from '../../../lib/server-time'
import { oneTabAtATime } from '../../../lib/session/tabs'
import { isGroup } from '../paths'
import type { Quoted, RoomId } from '../types'
import { isStored, roomOf } from '../rooms/rooms'
import { storedOutgoing, putOutgoing, useOutbox, type Outgoing } from './outbox'

export const unableToSend = 'Unable to send message. Please try again.'
export const tooManyAtOnce = 'You sent many messages at once. This one is sent automatically in a moment.'

/** Refusals that say more than the general sentence: what to do about them, or that nothing can be done. */
const telling = new Set([
  'message_edit_too_late',
  'message_deleted',
  'message_not_yours',
  'message_not_found',
  'picture_not_yours',
  'group_forbidden',
  'conversation_not_found',
  'message_request_waits',
  'recipient_blocked',
  'recipient_gone',
  'muted',
  'rate_limited',
  'invalid_input',
])

/** Why a message was not sent, for its writer. */
export function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return unableToSend
  if (error.status === 0) return noConnection
  // What is wrong with a field says more than that one is wrong.
  return telling.has(error.code) ? (error.details[0]?.message ?? error.sentence) : unableToSend
}

/** Called with the place of each message that the nation has taken. */
type OnSent = (room: RoomId, number: number) => void
const listeners = new Set<OnSent>()

/** Calls back for each message that this tab has sent. Answers how to stop. */
export function onSent(listener: OnSent): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called with each message that the nation has refused for good. */
type OnRefused = (entry: Outgoing) => void
const refusalListeners = new Set<OnRefused>()

/** Calls back for each message of this tab that was refused for good. Answers how to stop. */
export function onRefused(listener: OnRefused): () => void {
  refusalListeners.add(listener)
  return () => refusalListeners.delete(listener)
}

/** Puts a message into the outbox and sends it. It is shown at once. */
export function sendMessage(room: RoomId, text: string, replyTo: Quoted | null, images: readonly string[] = []): void {
  const last = useOutbox.getState().entries.at(-1)?.at ?? 0
  putOutgoing({
    clientId: crypto.randomUUID(),
    room,
    text,
    replyTo,
    images,
    // Two messages of one millisecond keep their order.
    at: Math.max(serverNow(), last + 1),
    state: 'waiting',
    retries: 0,
    problem: null,
    code: null,
    passing: false,
    heldUntil: null,
    number: null,
  })
  void sendWaiting(room)
}

const unfailed = { problem: null, code: null, heldUntil: null } as const

/** Sends a failed message once more, also where another tab is about to fail with it. */
export function retry(entry: Outgoing): void {
  putOutgoing({ ...entry, state: 'waiting', retries: entry.retries + 1, ...unfailed })
  void sendWaiting(entry.room)
}

/** A message that could not be sent is tried again by itself for a day. */
const BY_ITSELF = 86_400_000

/** Whether a message failed by something that passes, and is tried again by itself. */
export const isRetried = ({ state, passing, at }: Outgoing): boolean =>
  state === 'failed' && passing && at + BY_ITSELF > serverNow()

const isHeld = ({ heldUntil }: Outgoing): boolean => heldUntil !== null && heldUntil > serverNow()

/** Tries everything again that failed by something that passes, unless the nation wants to be left alone yet, and sends what waits. */
export function sendEverything(): void {
  const { entries } = useOutbox.getState()
  for (const one of entries) {
    if (isRetried(one) && !isHeld(one)) putOutgoing({ ...one, state: 'waiting', ...unfailed })
  }
  for (const room of new Set(entries.map((one) => one.room))) void sendWaiting(room)
}

/** How long a conversation waits for another tab that sends, in milliseconds: the system may have suspended that tab. */
const OTHERS_TURN = 60_000

/** What this tab is sending, by conversation: browsers without locks have at least this order. */
const working = new Map<RoomId, Promise<void>>()

/**
 * Sends what waits in a conversation, one message after the other in the order in which they were written. One that could not be sent
 * for now holds up those behind it; one that was refused for good does not. One tab of this browser does it at a time, and looks what
 * another one has sent before. It waits a minute at most: a message that two tabs send has one id, and is stored once.
 */
function sendWaiting(room: RoomId): Promise<void> {
  const before = working.get(room) ?? Promise.resolve()
  const work = before.then(() => oneTabAtATime(`nation-outbox-${room}`, () => sendInOrder(room), OTHERS_TURN))
  working.set(room, work)
  return work
}

async function sendInOrder(room: RoomId): Promise<void> {
  const { uid } = useOutbox.getState()
  for (;;) {
    const { uid: now, entries } = useOutbox.getState()
    // Another citizen may have signed in meanwhile.
    if (now !== uid) return
    const next = entries
      .filter((one) => one.room === room)
      .map(({ clientId }) => storedOutgoing(clientId))
      .find((one) => one !== null && (one.state === 'waiting' || isRetried(one)))
    if (next?.state !== 'waiting') return
    await sendOne(next, uid)
  }
}

async function sendOne(entry: Outgoing, uid: string | null): Promise<void> {
  const { room, text, clientId, replyTo, images } = entry
  const withImages = images.length > 0 && { images: [...images] }
  // What is unread here stays unread, whatever is written.
  const read = isStored(room) && { readNumber: roomOf(room).readNumber }
  const sending = { message: text, clientId, ...(replyTo && { replyTo: replyTo.number }), ...withImages, ...read }
  try {
    const { number } = isGroup(room)
      ? await call('messenger.send-group-message', { groupId: room, ...sending })
      : await call('messenger.send-message', { conversationId: room, ...sending })
    if (useOutbox.getState().uid !== uid) return
    putOutgoing({ ...entry, state: 'sent', number, problem: null, code: null })
    for (const listener of listeners) listener(room, number)
  } catch (error) {
    if (useOutbox.getState().uid !== uid) return
    const stored = storedOutgoing(clientId)
    // Discarded while it was on its way, or its writer has asked for another attempt, in this tab or in another one.
    if (!stored || stored.retries !== entry.retries) return
    const failed: Outgoing = { ...entry, state: 'failed', ...failureOf(error) }
    putOutgoing(failed)
    if (!failed.passing) for (const listener of refusalListeners) listener(failed)
  }
}

/** What the outbox says of a failure. */
function failureOf(error: unknown): Pick<Outgoing, 'problem' | 'code' | 'passing' | 'heldUntil'> {
  const { code, retryAfter } = error instanceof ApiError ? error : { code: null, retryAfter: null }
  const heldUntil = retryAfter === null ? null : serverNow() + retryAfter * 1000
  if (code === 'rate_limited') return { problem: tooManyAtOnce, code, passing: true, heldUntil }
  return { problem: problemOf(error), code, passing: passes(error), heldUntil }
}

/** Whether a message waits for the end of a rate limit, and is then sent by itself. */
export const waitsForLimit = (entry: Outgoing): boolean => entry.code === 'rate_limited' && isRetried(entry)

/**
 * Whether a failure says nothing about the message: no answer, the nation's own trouble, a token that could not be renewed for now (a
 * session that is over ends the outbox), a limit, or an answer that is not the nation's, such as a proxy's page.
 */
const passes = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.isPassing || error.status === 401 || error.status === 429 || (error.status < 500 && error.code === 'internal'))
