import { useEffect, useRef } from 'react'
import { useLive } from '../../../lib/live/live'
import { useSession } from '../../../lib/session/session'
import { useOutbox } from '../device/outbox'
import { isGroup } from '../paths'
import type { RoomId } from '../types'
import { lineOf } from './lists'
import { showRoom, startMessenger } from './live'
import { catchUp, openAt, openRoom, readPresence } from './read-room'
import { emptyRoom, type Room } from './room'
import { useRooms } from './rooms'

/** A conversation is asked for again this often, in milliseconds, where events do not arrive by themselves (requirements 2.4). */
export const POLL = 15_000

/** Whether the other citizen is here is asked this often, in milliseconds: as long as the nation takes them for here. */
export const PRESENCE = 60_000

/** The conversation with this id, opened (at a message, where one is named) and kept up to date for as long as it is shown. */
export function useRoom(id: RoomId, at: number | null = null): Room {
  const uid = useSession(({ user }) => user?.uid)
  const opened = useRef<string | null>(null)
  useEffect(() => {
    startMessenger()
    const hide = showRoom(id)
    // A message that is no longer named leaves its reader where they are.
    if (at !== null) void openAt(id, at)
    else if (opened.current !== `${uid} ${id}`) void openRoom(id, lineOf(id))
    opened.current = `${uid} ${id}`
    return hide
  }, [id, uid, at])
  const live = useLive((state) => state.live)
  const isReady = useRooms(({ rooms }) => rooms[id]?.status === 'ready')
  const sending = useOutbox(({ entries }) => entries.some((one) => one.room === id && one.state === 'waiting'))
  useEffect(() => {
    // Presence is in no event.
    const every = live ? (isGroup(id) ? null : PRESENCE) : POLL
    if (every === null || !isReady || sending) return
    const ask = () => {
      if (document.visibilityState === 'visible') void (live ? readPresence(id) : catchUp(id))
    }
    const timer = setInterval(ask, every)
    // What was not asked in a hidden tab is asked when the tab is shown.
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [id, live, isReady, sending])
  return useRooms(({ rooms }) => rooms[id]) ?? emptyRoom
}
