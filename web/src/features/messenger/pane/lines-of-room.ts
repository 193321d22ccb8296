import type { Outgoing } from '../device/outbox'
import type { Room } from '../rooms/room'
import type { RoomId } from '../types'
import type { Line } from './grouping'

/** With more messages than this missing at its end, a room shows its history. */
export const FAR_BACK = 100

export interface Lines {
  readonly lines: readonly Line[]
  /** How many messages that were written here wait at an end that is not loaded. */
  readonly unseen: number
}

/** What a room shows: its messages, and at its end those that are on their way from here. */
export function linesOf(
  id: RoomId,
  { messages, lastNumber }: Pick<Room, 'messages' | 'lastNumber'>,
  entries: readonly Outgoing[],
): Lines {
  const known = new Set(messages.slice(-200).flatMap(({ clientId }) => clientId ?? []))
  const last = messages.at(-1)?.number ?? 0
  const waiting = entries.filter(
    (one) => one.room === id && !known.has(one.clientId) && (one.number === null || one.number > last),
  )
  // In the middle of the history they have no place.
  if (lastNumber - last > FAR_BACK) {
    return { lines: messages, unseen: waiting.filter(({ state }) => state !== 'sent').length }
  }
  return { lines: waiting.length === 0 ? messages : [...messages, ...waiting], unseen: 0 }
}
