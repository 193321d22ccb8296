import { call } from '../../../lib/api/client'
import { oneAttempt } from '../../../lib/api/transport'
import type { RoomId } from '../types'
import { forget } from '../../../lib/query/query'
import { lineOf, listOf, notedRead } from './lists'
import { isUncounted } from './mention-counts'
import { changeRoom, holds, isStored, mentionsIn, roomOf } from './rooms'

/** A marker that moves on is sent at most this often, in milliseconds. */
const EVERY = 1_000

/** A marker that could not be sent is sent again after this time, in milliseconds. */
const LATER = 15_000

const timers = new Map<RoomId, ReturnType<typeof setTimeout>>()
const sentMarkers = new Map<RoomId, number>()
/** Markers that went over messages which are not here, past mentions that nobody here can count: once they are sent, the list is read. */
const uncounted = new Map<RoomId, number>()

/**
 * Notes that a message was seen on this screen: the lists show it at once, and it is sent to the server. A marker never goes back, and a message
 * in a tab at the back was not seen.
 */
export function noteSeen(id: RoomId, number: number): void {
  if (!isStored(id) || document.visibilityState !== 'visible' || number <= roomOf(id).readNumber) return
  changeRoom(id, (room) => ({ ...room, readNumber: number }))
  if (isUncounted(lineOf(id), number, holds(id))) uncounted.set(id, number)
  notedRead(id, number, mentionsIn(id))
  if (timers.has(id)) return
  void send(id)
}

async function send(id: RoomId): Promise<void> {
  const number = roomOf(id).readNumber
  const before = sentMarkers.get(id) ?? 0
  sentMarkers.set(id, number)
  timers.set(
    id,
    setTimeout(() => again(id), EVERY),
  )
  const sending = { retries: oneAttempt, keepalive: true }
  try {
    await call('messenger.mark-as-read', { conversationId: id, number }, sending)
    if (number < (uncounted.get(id) ?? Infinity)) return
    uncounted.delete(id)
    void forget([listOf(id)])
  } catch {
    // It is sent again with the next message that is seen, after a while, or when the server is back.
    if (sentMarkers.get(id) !== number) return
    sentMarkers.set(id, before)
    setTimeout(() => again(id), LATER)
  }
}

function again(id: RoomId): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  if (isStored(id) && sentMarkers.get(id) !== undefined && roomOf(id).readNumber > sentMarkers.get(id)!) void send(id)
}

/** Sends at once the markers that wait or could not be sent. */
export function sendMarkers(): void {
  for (const id of sentMarkers.keys()) again(id)
}

/** Forgets what was sent: the next citizen on this device has read less. */
export function clearMarkers(): void {
  for (const timer of timers.values()) clearTimeout(timer)
  for (const known of [timers, sentMarkers, uncounted]) known.clear()
}

/** The tab may be gone before a marker that waits would be sent. */
export function sendMarkersOnLeaving(): void {
  addEventListener('pagehide', sendMarkers)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sendMarkers()
  })
}
