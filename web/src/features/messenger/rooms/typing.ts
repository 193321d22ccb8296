import { create } from 'zustand'
import { call } from '../../../lib/api/client'
import { oneAttempt } from '../../../lib/api/transport'
import { onPassing } from '../../../lib/live/live'
import type { RoomId } from '../types'

/** How long a citizen is shown as writing after the last event, in milliseconds. */
const SHOWN_FOR = 6_000
/** How often a writer repeats that they type. */
const AGAIN = 4_000

interface Writer {
  readonly userId: string
  readonly username: string
}

/** Who is writing in each room at the moment. */
export const useTyping = create<{ readonly rooms: Readonly<Record<string, readonly Writer[]>> }>(() => ({ rooms: {} }))

const timers = new Map<string, ReturnType<typeof setTimeout>>()

function show(room: RoomId, change: (writers: readonly Writer[]) => readonly Writer[]): void {
  useTyping.setState(({ rooms }) => ({ rooms: { ...rooms, [room]: change(rooms[room] ?? []) } }))
}

/** Notes that a citizen writes, or has stopped. A writer without a further event has stopped, too. */
export function noteTyping(room: RoomId, { userId, username }: Writer, typing: boolean): void {
  const key = `${room}:${userId}`
  clearTimeout(timers.get(key))
  timers.delete(key)
  const without = (writers: readonly Writer[]) => writers.filter((one) => one.userId !== userId)
  show(room, (writers) => (typing ? [...without(writers), { userId, username }] : without(writers)))
  if (!typing) return
  timers.set(
    key,
    setTimeout(() => noteTyping(room, { userId, username }, false), SHOWN_FOR),
  )
}

let following = false

/** Lets rooms show who is writing, from the stream's transient events. Once for each page. */
export function followTyping(): void {
  if (following) return
  following = true
  onPassing(({ kind, facts: { conversation, userId, username, typing } }) => {
    if (kind !== 'messenger.typing' || typeof conversation !== 'string') return
    if (typeof userId === 'string' && typeof username === 'string') {
      noteTyping(conversation, { userId, username }, typing === true)
    }
  })
}

const sentAt = new Map<RoomId, number>()

/** Sends that the citizen writes here, or has stopped, as often as needed. A failure is ignored. */
export function sendTyping(room: RoomId, typing: boolean): void {
  const last = sentAt.get(room)
  const now = Date.now()
  if (typing ? last !== undefined && now - last < AGAIN : last === undefined) return
  if (typing) sentAt.set(room, now)
  else sentAt.delete(room)
  call('messenger.typing', { conversationId: room, typing }, { retries: oneAttempt }).catch(() => {})
}

/** Who is writing, in words; empty without writers. */
export function typingWords(writers: readonly Writer[]): string {
  const [first, second] = writers
  if (!first) return ''
  if (!second) return `${first.username} is typing…`
  return writers.length === 2
    ? `${first.username} and ${second.username} are typing…`
    : `${first.username} and ${writers.length - 1} others are typing…`
}
