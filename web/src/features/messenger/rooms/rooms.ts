import { create } from 'zustand'
import { emptyRoom, type Direction, type Room } from './room'
import type { RoomId } from '../types'

interface Rooms {
  readonly rooms: Readonly<Record<string, Room>>
}

/** What this page has read of conversations. It ends with the page, and with the session. */
export const useRooms = create<Rooms>(() => ({ rooms: {} }))

/** At most this many conversations stay in memory for coming back to. */
const MOST = 12

export const roomOf = (id: RoomId): Room => useRooms.getState().rooms[id] ?? emptyRoom
export const isStored = (id: RoomId): boolean => id in useRooms.getState().rooms

/** Changes a room. One that was not opened is made. */
export function changeRoom(id: RoomId, change: (room: Room) => Room): void {
  useRooms.setState(({ rooms }) => {
    const before = rooms[id] ?? emptyRoom
    const after = change(before)
    return after === before ? {} : { rooms: { ...rooms, [id]: after } }
  })
}

/** Changes a room only where it is in memory. */
export function changeStored(id: RoomId, change: (room: Room) => Room): void {
  if (isStored(id)) changeRoom(id, change)
}

/** Notes that a direction is being read, or no longer. Answers false when it already is. */
export function setReading(id: RoomId, direction: Direction, reading: boolean): boolean {
  if (roomOf(id).reading.has(direction) === reading) return false
  changeRoom(id, (room) => {
    const now = new Set(room.reading)
    if (reading) now.add(direction)
    else now.delete(direction)
    return { ...room, reading: now }
  })
  return true
}

/** Removes all rooms but the newest few; `keep` stays in any case. */
export function trimRooms(keep: RoomId): void {
  const { rooms } = useRooms.getState()
  const ids = Object.keys(rooms)
  if (ids.length <= MOST) return
  const gone = new Set(ids.filter((id) => id !== keep).slice(0, ids.length - MOST))
  useRooms.setState({ rooms: Object.fromEntries(Object.entries(rooms).filter(([id]) => !gone.has(id))) })
}

/** Removes what was read: of all rooms, or of all but some. */
export function clearRooms(except: readonly RoomId[] = []): void {
  const { rooms } = useRooms.getState()
  useRooms.setState({ rooms: Object.fromEntries(Object.entries(rooms).filter(([id]) => except.includes(id))) })
}

/** Removes what was read of a room. */
export const dropRoom = (id: RoomId): void =>
  clearRooms(Object.keys(useRooms.getState().rooms).filter((other) => other !== id))

/** Whether a room holds all messages behind one number, up to another. */
export const holds =
  (id: RoomId) =>
  (after: number, upTo: number): boolean => {
    const { messages } = roomOf(id)
    return messages.length > 0 && messages[0]!.number <= after + 1 && messages.at(-1)!.number >= upTo
  }

/** Counts, of the messages that a room holds, those behind one number, up to another, that mention the reader. */
export const mentionsIn =
  (id: RoomId) =>
  (after: number, upTo: number): number =>
    roomOf(id).messages.filter(({ number, mentionsYou }) => mentionsYou && number > after && number <= upTo).length
