import { can, messengerGroups } from '@nation/domain/permissions'
import { excerptOf, readAfterWriting } from '@nation/domain/messenger'
import { ApiError } from '../../../lib/api/api-error'
import type { JsonCallId } from '../../../lib/api/client'
import { type LiveEvent, onLiveReset, useLive } from '../../../lib/live/live'
import { takeEvents } from '../../../lib/query/taken-events'
import { useSession, type SessionState } from '../../../lib/session/session'
import { dropOutgoing, followOutbox, openOutbox, useOutbox, type Outgoing } from '../device/outbox'
import { clearEdits } from '../device/unsaved-edits'
import { isRetried, onRefused, onSent, sendEverything } from '../device/send'
import { useReach } from '../../../lib/reach'
import { serverNow } from '../../../lib/server-time'
import { toast } from '../../../ui'
import { isGroup } from '../paths'
import type { Message, RoomId } from '../types'
import { hasSome, readByWriting } from './lines'
import { changesMentions, isUncounted } from './mention-counts'
import { changedLine, lineOf, listOf, notedMessages, notedNumber, notedRead } from './lists'
import { catchUp, openRoom, readAgain, readAgainSoon, voidReadings } from './read-room'
import { emptyRoom, lastLoaded, lastPart, merged, withOwnReactions } from './room'
import { changeStored, changeRoom, dropRoom, clearRooms, holds, isStored, mentionsIn, roomOf, useRooms } from './rooms'
import { clearMarkers, sendMarkers, sendMarkersOnLeaving } from './read-marker'

type EventPart = Pick<LiveEvent, 'facts'> & { readonly messages?: unknown }

interface Reach {
  readonly room: RoomId
  readonly from: number
  readonly to: number
  /** The messages themselves, where the stream has brought them. */
  readonly messages: readonly Message[] | null
}

/** Reads an event of messages; null for what these screens do not show (the admin chat). */
function reachOf({ facts, messages = facts.messages }: EventPart): Reach | null {
  const { channel, conversationId, from, to } = facts
  const room = typeof conversationId === 'string' ? conversationId : channel
  if (typeof room !== 'string' || typeof from !== 'number' || typeof to !== 'number') return null
  if (channel !== undefined && !isGroup(room)) return null
  const whole = Array.isArray(messages) && messages.length === to - from + 1
  return { room, from, to, messages: whole ? (messages as Message[]) : null }
}

/** Rooms that are on screen: they are brought up to date at once, the others when they are opened. */
const shown = new Map<RoomId, number>()

/** Says that a room is on screen. Answers how to say that it no longer is. */
export function showRoom(room: RoomId): () => void {
  shown.set(room, (shown.get(room) ?? 0) + 1)
  return () => {
    const left = (shown.get(room) ?? 1) - 1
    if (left === 0) shown.delete(room)
    else shown.set(room, left)
  }
}

function posted(event: EventPart): readonly JsonCallId[] {
  const reach = reachOf(event)
  if (!reach) return ofOthers
  const { room, to, messages } = reach
  const ownUid = useSession.getState().user?.uid
  changeStored(room, (now) => {
    // Messages of the stream are added where they follow on; a reader of older messages gets them on reaching the end.
    const next = merged(now, {
      messages: messages ?? [],
      lastNumber: to,
      readNumber: readByWriting(now.readNumber, messages ?? [], ownUid),
    })
    return shown.has(room) ? next : lastPart(next)
  })
  if (shown.has(room) && isStored(room) && atEndBefore(room, reach)) void catchUp(room)
  if (hasSome(messages)) return notedMessages(room, messages, ownUid) ? [listOf(room)] : []
  notedNumber(room, to)
  return [listOf(room)]
}

/** What is read again after an event of messages that these screens do not hold. */
const ofOthers: readonly JsonCallId[] = ['admin-chat.get-messages']

/** Whether messages are missing that would follow at once on what is loaded. */
function atEndBefore(room: RoomId, { from, to }: Reach): boolean {
  const last = lastLoaded(roomOf(room))
  return last < to && last >= from - 1 - AT_ONCE
}

/** How many messages a shown room may be behind and still read on by itself; with more, its reader scrolls back in history. */
const AT_ONCE = 100

function changed(event: EventPart): readonly JsonCallId[] {
  const reach = reachOf(event)
  if (!reach) return ofOthers
  const { room, from, to, messages } = reach
  const before = roomOf(room).messages
  const mentions = changesMentions(lineOf(room), to, messages, (number) => before.find((one) => one.number === number))
  if (messages) changeStored(room, (now) => merged(now, { messages: withOwnReactions(now, messages) }))
  // What is not shown is read when it is opened.
  if (!messages && !shown.has(room)) dropRoom(room)
  // The event may also mean that it was accepted. The line of the list comes with the message: no page of the list is read.
  if (!isGroup(room)) {
    readAgainSoon(room, from, to)
    return []
  }
  if (isStored(room) && !messages) readAgainSoon(room, from, to)
  const isKnown = changedLine(room, to, messages, useSession.getState().user?.uid)
  return isKnown && !mentions ? [] : [listOf(room)]
}

function read({ facts: { conversation, number } }: EventPart): readonly JsonCallId[] {
  if (typeof conversation !== 'string' || typeof number !== 'number') return []
  changeStored(conversation, (now) => (number > now.readNumber ? { ...now, readNumber: number } : now))
  const uncounted = isUncounted(lineOf(conversation), number, holds(conversation))
  return notedRead(conversation, number, mentionsIn(conversation)) || uncounted ? [listOf(conversation)] : []
}

/** Messages that the nation has leave the outbox once the conversation shows them. */
function clearOutbox(): void {
  const { entries } = useOutbox.getState()
  if (entries.length === 0) return
  const { rooms } = useRooms.getState()
  const arrived = entries.filter((one) => {
    const room = rooms[one.room]
    return room?.messages.some(({ clientId, number }) => clientId === one.clientId || number === one.number) ?? false
  })
  dropOutgoing(arrived.map(({ clientId }) => clientId))
}

/** A message that the nation was too busy for is tried again after this long, and up to half as long more, in milliseconds. */
const RETRIED_AFTER = 20_000

/** What was refused by a limit is not sent again by all tabs at the same moment: up to this much later, in milliseconds. */
const LIMIT_SPREAD = 2_000

let retry: { readonly timer: ReturnType<typeof setTimeout>; readonly due: number } | undefined

/**
 * Without a connection the next attempt waits for its return. Where the nation answers but could not take a message, time is waited for:
 * at least as long as it said, where it did.
 */
function retryLater(): void {
  const now = serverNow()
  const spread = Math.random()
  const other = now + RETRIED_AFTER * (1 + spread / 2)
  // A nation that is too busy names a second or two: sooner than all others may come back.
  const dueOf = ({ heldUntil, code }: Outgoing) =>
    heldUntil !== null && code === 'rate_limited' ? heldUntil + LIMIT_SPREAD * spread : Math.max(heldUntil ?? 0, other)
  const due = Math.min(...useOutbox.getState().entries.filter(isRetried).map(dueOf))
  if (due === Infinity || (retry !== undefined && retry.due <= due)) return
  clearTimeout(retry?.timer)
  const timer = setTimeout(
    () => {
      retry = undefined
      if (useReach.getState().reached) sendEverything()
      // The server's clock was learned anew meanwhile: what is held yet is waited for again.
      retryLater()
    },
    // A timer may be a moment early, and holds no more than some weeks.
    Math.min(Math.max(0, due - now) + 50, 86_400_000),
  )
  retry = { timer, due }
}

/** After a send, the stream brings the message; where it does not within this time, it is read. */
const TOLD_BY = 1_500

function shownSoon(room: RoomId, number: number): void {
  const missing = () => isStored(room) && lastLoaded(roomOf(room)) < number
  changeStored(room, (now) => ({
    ...now,
    lastNumber: Math.max(now.lastNumber, number),
    readNumber: readAfterWriting(now.readNumber, number),
  }))
  setTimeout(() => missing() && void catchUp(room), useLive.getState().live ? TOLD_BY : 0)
}

/** Where its conversation is not on screen, and perhaps closed, a refusal is said once. */
function tellElsewhere({ room, text, problem }: Outgoing): void {
  if (!shown.has(room)) toast.error(`A message was not sent: “${excerptOf(text, true).slice(0, 80)}” ${problem ?? ''}`)
}

/** Events were missed: what came is read, and what is loaded of late may have been edited or deleted. */
async function bringUpToDate(room: RoomId): Promise<void> {
  const last = lastLoaded(roomOf(room))
  await readAgain(room, last - AT_ONCE + 1, last).catch(() => {})
  await catchUp(room)
}

/** After an outage, reading begins within this many milliseconds. */
const SPREAD = 5_000

/** Who loses an office leaves its room with it; who wins one may enter. */
function followRights({ user }: SessionState, before: SessionState): void {
  if (!user || user === before.user || user.uid !== before.user?.uid) return
  for (const group of messengerGroups) {
    if (!isStored(group)) continue
    const isOpen = can(user, 'messenger.enter', { group })
    const { error } = roomOf(group)
    if (!isOpen && error === null) {
      voidReadings()
      const closed = new ApiError(403, 'group_forbidden', 'This group is not open to you.')
      changeRoom(group, () => ({ ...emptyRoom, status: 'failed', error: closed }))
    } else if (isOpen && error?.code === 'group_forbidden' && shown.has(group)) void openRoom(group)
  }
}

let started = false

/** Lets the messenger follow the nation: its events, who is signed in, and the outbox of this device. Once for each page. */
export function startMessenger(): void {
  clearTimeout(retry?.timer)
  retry = undefined
  if (started) return retryLater()
  started = true
  takeEvents('messenger.posted', posted)
  takeEvents('messenger.posted-directly', posted)
  takeEvents('messenger.changed', changed)
  takeEvents('messenger.changed-directly', changed)
  takeEvents('messenger.read', read)
  onLiveReset(() => {
    clearRooms([...shown.keys()])
    // Every browser gets the reset at the same moment: each reads at a moment of its own.
    setTimeout(() => [...shown.keys()].forEach((room) => void bringUpToDate(room)), Math.random() * SPREAD)
  })
  openOutbox(useSession.getState().user?.uid ?? null)
  useSession.subscribe(({ user }) => {
    const uid = user?.uid ?? null
    if (uid === useOutbox.getState().uid) return
    voidReadings()
    clearRooms()
    clearMarkers()
    clearEdits()
    openOutbox(uid)
    sendEverything()
  })
  useSession.subscribe(followRights)
  followOutbox()
  useRooms.subscribe(clearOutbox)
  useOutbox.subscribe(clearOutbox)
  useOutbox.subscribe(retryLater)
  onSent(shownSoon)
  onRefused(tellElsewhere)
  useReach.subscribe(({ reached }, before) => {
    if (!reached || before.reached) return
    sendEverything()
    sendMarkers()
    for (const room of shown.keys()) if (roomOf(room).error?.isPassing) void openRoom(room)
  })
  sendMarkersOnLeaving()
  addEventListener('online', sendEverything)
  sendEverything()
}
