import type { CallAnswer } from '@nation/domain/contract'
import type { InfiniteData } from '@tanstack/react-query'
import type { JsonCallId } from '../../../lib/api/client'
import { queryClient } from '../../../lib/query/query'
import { isGroup } from '../paths'
import type { Conversation, Message, RoomId } from '../types'
import {
  afterMessages,
  afterNumber,
  afterRead,
  changeGroup,
  counted,
  groupLine,
  hasSome,
  type CountMentions,
  type Line,
  type LineChange,
  type Messages,
} from './lines'

type Conversations = InfiniteData<CallAnswer<'messenger.get-conversations'>>

const CONVERSATIONS = ['messenger.get-conversations', {}]

/** What the lists on screen know of a room. */
export function lineOf(id: RoomId): Line | undefined {
  if (isGroup(id)) return groupLine(id)
  const pages = queryClient.getQueryData<Conversations>(CONVERSATIONS)?.pages ?? []
  return pages.flatMap(({ conversations }) => conversations).find((one) => one.id === id)
}

/** The call that reads the list which a room stands in. */
export const listOf = (room: RoomId): JsonCallId =>
  isGroup(room) ? 'messenger.get-groups' : 'messenger.get-conversations'

/**
 * Changes what the lists say of a room.
 * @returns whether a list that is on screen has no such room, and has to be read again
 */
function changeLine(id: RoomId, change: LineChange, toFront = false): boolean {
  if (lineOf(id) === undefined) return true
  if (isGroup(id)) changeGroup(id, change)
  else queryClient.setQueryData<Conversations>(CONVERSATIONS, (shown) => shown && changedIn(shown, id, change, toFront))
  return false
}

function changedIn(shown: Conversations, id: RoomId, change: LineChange, toFront: boolean): Conversations {
  let moved: Conversation | undefined
  const pages = shown.pages.map((page) => ({
    ...page,
    conversations: page.conversations.flatMap((one) => {
      if (one.id !== id) return [one]
      moved = counted(one, change)
      return toFront ? [] : [moved]
    }),
  }))
  if (toFront && moved && pages[0]) pages[0] = { ...pages[0], conversations: [moved, ...pages[0].conversations] }
  return { ...shown, pages }
}

/** Notes up to where the reader has read a room (`afterRead`). */
export const notedRead = (id: RoomId, number: number, mentions?: CountMentions): boolean =>
  changeLine(id, afterRead(number, mentions))

/** Notes messages of which the last is the room's newest one. */
export const notedMessages = (id: RoomId, messages: Messages, ownUid: string | undefined): boolean =>
  changeLine(id, afterMessages(messages, ownUid), true)

/**
 * Notes that messages up to `to` were edited or deleted.
 * @returns whether the line is right now: what the newest one says may be known only to the nation
 */
export function changedLine(
  id: RoomId,
  to: number,
  messages: readonly Message[] | null,
  ownUid: string | undefined,
): boolean {
  const line = lineOf(id)
  if (!line || to < line.lastNumber) return true
  return hasSome(messages) && !notedMessages(id, messages, ownUid)
}

/**
 * Puts a direct conversation as it was read by itself into the list, at the place where it stands. What events have brought since stays,
 * but for how the two stand to each other.
 */
export const notedConversation = (received: Conversation): boolean =>
  changeLine(received.id, (line) => {
    const { status, hasLeft, blocked, otherUser } = received
    if (line.lastNumber > received.lastNumber) return { ...line, status, hasLeft, blocked, otherUser }
    return { ...line, ...received, readNumber: Math.max(line.readNumber, received.readNumber) }
  })

/** Notes that a room's messages go up to this number; what the newest one says is not known yet. */
export const notedNumber = (id: RoomId, number: number): boolean => changeLine(id, afterNumber(number), true)
