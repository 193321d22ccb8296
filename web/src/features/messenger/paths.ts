import { messengerGroups, type MessengerGroup } from '@nation/domain/permissions'
import type { RoomId } from './types'

/** Whether a room is one of the four groups; every other room is a direct conversation. */
export const isGroup = (room: RoomId): room is MessengerGroup => messengerGroups.some((group) => group === room)

/** The address of a group or a direct conversation. */
export const roomPath = (room: RoomId): string => (isGroup(room) ? `/messenger/${room}` : `/messenger/c/${room}`)

/** Where those who moderate read what was reported. */
export const reportsPath = '/messenger/reports'

/** The room that an address names: null for the list, undefined where there is none. */
export function roomAt(first: string | undefined, second: string | undefined): RoomId | null | undefined {
  if (first === undefined) return null
  if (first === 'c') return second
  return second === undefined && isGroup(first) ? first : undefined
}
