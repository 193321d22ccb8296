import type { CallAnswer } from '@nation/domain/contract'
import { excerptOf, readAfterWriting } from '@nation/domain/messenger'
import type { InfiniteData } from '@tanstack/react-query'
import { queryClient } from '../../../lib/query/query'
import { isGroup } from '../paths'
import type { Conversation, Group, Message, RoomId } from '../types'

type Groups = CallAnswer<'messenger.get-groups'>
type Conversations = InfiniteData<CallAnswer<'messenger.get-conversations'>>

const GROUPS = ['messenger.get-groups']
const CONVERSATIONS = ['messenger.get-conversations']

/** What both lists say of a room. */
type Line = Pick<Group, 'lastMessage' | 'lastMessageAt' | 'lastNumber' | 'readNumber' | 'unreadCount' | 'mentionCount'>

/** What the lists on screen know of a room. */
export function lineOf(id: RoomId): Line | undefined {
  if (isGroup(id)) {
    return queryClient.getQueryData<Groups>([...GROUPS, {}])?.groups.find((one) => one.id === id)
  }
  const pages = queryClient.getQueryData<Conversations>([...CONVERSATIONS, {}])?.pages ?? []
  return pages.flatMap(({ conversations }) => conversations).find((one) => one.id === id)
}

/**
 * Changes what the lists say of a room; unread is the last number minus the marker, so nothing is counted.
 * @returns whether a list that is on screen has no such room, and has to be read again
 */
function changeLine(id: RoomId, change: <One extends Line>(line: One) => One, toFront = false): boolean {
  if (lineOf(id) === undefined) return true
  const counted = <One extends Line>(line: One): One => {
    const changed = change(line)
    const unreadCount = Math.max(0, changed.lastNumber - changed.readNumber)
    return { ...changed, unreadCount, mentionCount: Math.min(changed.mentionCount, unreadCount) }
  }
  if (isGroup(id)) {
    queryClient.setQueryData<Groups>(
      [...GROUPS, {}],
      (shown) => shown && { ...shown, groups: shown.groups.map((one) => (one.id === id ? counted(one) : one)) },
    )
    return false
  }
  queryClient.setQueryData<Conversations>([...CONVERSATIONS, {}], (shown) => {
    if (!shown) return shown
    let moved: Conversation | undefined
    const pages = shown.pages.map((page) => ({
      ...page,
      conversations: page.conversations.flatMap((one) => {
        if (one.id !== id) return [one]
        moved = counted(one)
        return toFront ? [] : [moved]
      }),
    }))
    if (toFront && moved && pages[0]) pages[0] = { ...pages[0], conversations: [moved, ...pages[0].conversations] }
    return { ...shown, pages }
  })
  return false
}

/** How many messages behind one number, up to another, mention the reader. */
type CountMentions = (after: number, upTo: number) => number

/**
 * Notes up to where the reader has read a room, here or on another device. Earlier markers change nothing. `mentions` counts those that
 * were read with it, where the messages are at hand.
 */
export const notedRead = (id: RoomId, number: number, mentions: CountMentions = () => 0): boolean =>
  changeLine(id, (line) => {
    const readNumber = Math.max(line.readNumber, Math.min(number, line.lastNumber))
    const mentionCount = Math.max(0, line.mentionCount - mentions(line.readNumber, readNumber))
    return { ...line, readNumber, mentionCount }
  })

/** Notes messages of which the last is the room's newest one. */
export const notedMessages = (
  id: RoomId,
  messages: readonly [...Message[], Message],
  own: string | undefined,
): boolean =>
  changeLine(
    id,
    (line) => {
      const message = messages.at(-1) as Message
      return message.number < line.lastNumber
        ? line
        : {
            ...line,
            lastNumber: message.number,
            lastMessage: excerptOf(message.message, message.images.length > 0),
            lastMessageAt: message.timestamp,
            readNumber: readByWriting(line.readNumber, messages, own),
            mentionCount:
              line.mentionCount +
              messages.filter(({ mentionsYou, number }) => mentionsYou && number > line.lastNumber).length,
          }
    },
    true,
  )

/** Up to where a reader has read who wrote some of these messages, on whatever device: as the nation counts it. */
export const readByWriting = (read: number, messages: readonly Message[], own: string | undefined): number =>
  messages.reduce((to, { number, senderId }) => (senderId === own ? readAfterWriting(to, number) : to), read)

/**
 * Notes that messages up to `to` were edited or deleted.
 * @returns whether the line is right now: what the newest one says may be known only to the nation
 */
export function changedLine(
  id: RoomId,
  to: number,
  messages: readonly Message[] | null,
  own: string | undefined,
): boolean {
  const line = lineOf(id)
  if (!line || to < line.lastNumber) return true
  return hasSome(messages) && !notedMessages(id, messages, own)
}

/** Whether an event brought messages. */
export const hasSome = (messages: readonly Message[] | null): messages is readonly [...Message[], Message] =>
  messages !== null && messages.length > 0

/**
 * Puts a direct conversation as it was read by itself into the list, at the place where it stands. What events have told since stays,
 * but for how the two stand to each other.
 */
export const notedConversation = (told: Conversation): boolean =>
  changeLine(told.id, (line) => {
    const { status, hasLeft, blocked, otherUser } = told
    if (line.lastNumber > told.lastNumber) return { ...line, status, hasLeft, blocked, otherUser }
    return { ...line, ...told, readNumber: Math.max(line.readNumber, told.readNumber) }
  })

/** Notes that a room's messages go up to this number; what the newest one says is not known yet. */
export const notedNumber = (id: RoomId, number: number): boolean =>
  changeLine(id, (line) => ({ ...line, lastNumber: Math.max(line.lastNumber, number) }), true)
