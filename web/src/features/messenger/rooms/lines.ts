import type { CallAnswer } from '@nation/domain/contract'
import { excerptOf, readAfterWriting } from '@nation/domain/messenger'
import type { MessengerGroup } from '@nation/domain/permissions'
import { queryClient } from '../../../lib/query/query'
import type { Group, Message } from '../types'

type Groups = CallAnswer<'messenger.get-groups'>

const GROUPS = ['messenger.get-groups', {}]

/** What both lists say of a room. */
export type Line = Pick<
  Group,
  'lastMessage' | 'lastMessageAt' | 'lastNumber' | 'readNumber' | 'unreadCount' | 'mentionCount'
>

/** What an event or the reader changes in a line. */
export type LineChange = <One extends Line>(line: One) => One

/** A line after a change; unread is the last number minus the marker, so nothing is counted. */
export function counted<One extends Line>(line: One, change: LineChange): One {
  const changed = change(line)
  const unreadCount = Math.max(0, changed.lastNumber - changed.readNumber)
  return { ...changed, unreadCount, mentionCount: Math.min(changed.mentionCount, unreadCount) }
}

/** What the list of groups knows of a group. */
export const groupLine = (id: MessengerGroup): Group | undefined =>
  queryClient.getQueryData<Groups>(GROUPS)?.groups.find((one) => one.id === id)

/** Changes what the list of groups says of a group. */
export const changeGroup = (id: MessengerGroup, change: LineChange): unknown =>
  queryClient.setQueryData<Groups>(
    GROUPS,
    (shown) => shown && { ...shown, groups: shown.groups.map((one) => (one.id === id ? counted(one, change) : one)) },
  )

/** How many messages behind one number, up to another, mention the reader. */
export type CountMentions = (after: number, upTo: number) => number

/**
 * The reader has read up to a number, here or on another device. Earlier markers change nothing. `mentions` counts those that were read
 * with it, where the messages are at hand.
 */
export const afterRead =
  (number: number, mentions: CountMentions = () => 0): LineChange =>
  (line) => {
    const readNumber = Math.max(line.readNumber, Math.min(number, line.lastNumber))
    const mentionCount = Math.max(0, line.mentionCount - mentions(line.readNumber, readNumber))
    return { ...line, readNumber, mentionCount }
  }

/** Messages of which the last is the room's newest one. */
export type Messages = readonly [...Message[], Message]

/** Messages came, or the newest one changed. */
export const afterMessages =
  (messages: Messages, ownUid: string | undefined): LineChange =>
  (line) => {
    const message = messages.at(-1) as Message
    if (message.number < line.lastNumber) return line
    return {
      ...line,
      lastNumber: message.number,
      lastMessage: excerptOf(message.message, message.images.length > 0),
      lastMessageAt: message.timestamp,
      readNumber: readByWriting(line.readNumber, messages, ownUid),
      mentionCount:
        line.mentionCount +
        messages.filter(({ mentionsYou, number }) => mentionsYou && number > line.lastNumber).length,
    }
  }

/** Up to where a reader has read who wrote some of these messages, on whatever device: as the nation counts it. */
export const readByWriting = (read: number, messages: readonly Message[], ownUid: string | undefined): number =>
  messages.reduce((to, { number, senderId }) => (senderId === ownUid ? readAfterWriting(to, number) : to), read)

/** A room's messages go up to this number; what the newest one says is not known yet. */
export const afterNumber =
  (number: number): LineChange =>
  (line) => ({ ...line, lastNumber: Math.max(line.lastNumber, number) })

/** Whether an event brought messages. */
export const hasSome = (messages: readonly Message[] | null): messages is Messages =>
  messages !== null && messages.length > 0
