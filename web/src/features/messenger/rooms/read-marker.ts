import { call } from '../../../lib/api/client'
import { oneAttempt } from '../../../lib/api/transport'
import type { RoomId } from '../types'
import { notedRead } from './lists'
import { changeRoom, isKept, mentionsIn, roomOf } from './rooms'

/** A marker that moves on is sent at most this often, in milliseconds. */
const EVERY = 1_000

/** A marker that could not be sent is sent again after this time, in milliseconds. */
const LATER = 15_000

const timers = new Map<RoomId, ReturnType<typeof setTimeout>>()
const told = new Map<RoomId, number>()

/**
 * Notes that a message was seen on this screen: the lists show it at once, and it is sent to the server. A marker never goes back, and a message
 * in a tab at the back was not seen.
 */
export function noteSeen(id: RoomId, number: number): void {
  if (!isKept(id) || document.visibilityState !== 'visible' || number <= roomOf(id).readNumber) return
  changeRoom(id, (room) => ({ ...room, readNumber: number }))
  notedRead(id, number, mentionsIn(id))
  if (timers.has(id)) return
  void tell(id)
}

async function tell(id: RoomId): Promise<void> {
  const number = roomOf(id).readNumber
  const before = told.get(id) ?? 0
  told.set(id, number)
  timers.set(
    id,
    setTimeout(() => again(id), EVERY),
  )
  await call('messenger.mark-as-read', { conversationId: id, number }, { retries: oneAttempt }).catch(() => {
    // It is sent again with the next message that is seen, after a while, or when the server is back.
    if (told.get(id) !== number) return
    told.set(id, before)
    setTimeout(() => again(id), LATER)
  })
}

function again(id: RoomId): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  if (isKept(id) && told.get(id) !== undefined && roomOf(id).readNumber > told.get(id)!) void tell(id)
}

/** Sends the markers that could not be sent. */
export function sendMarkers(): void {
  for (const id of told.keys()) again(id)
}
