import type { ApiError } from '../../../lib/api/api-error'
import type { Conversation, Message, Page } from '../types'

/**
 * A stretch of a conversation, without holes: numbers `messages[0].number` to `messages.at(-1).number`. It grows in both directions
 * as its reader scrolls.
 */
export interface Room {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly error: ApiError | null
  readonly messages: readonly Message[]
  /** The newest message of the conversation, whether it is loaded or not. */
  readonly lastNumber: number
  /** Up to where the reader has read, on any device. */
  readonly readNumber: number
  /** Above which message the unread divider stands: fixed when the room is opened. Null: there is none. */
  readonly unreadFrom: number | null
  /** Where the list shall stand: set when the room is opened and by jumps; `stamp` distinguishes one jump from the next. */
  readonly jump: { readonly to: number | 'end'; readonly stamp: number; readonly mark: boolean }
  /** Counts how often the stretch was replaced by another one. */
  readonly stretch: number
  /** The directions in which messages are under way. */
  readonly reading: ReadonlySet<Direction>
  /** Direct conversations: what the nation says of it. */
  readonly conversation: Conversation | null
}

export type Direction = 'older' | 'newer'

export const emptyRoom: Room = {
  status: 'loading',
  error: null,
  messages: [],
  lastNumber: 0,
  readNumber: 0,
  unreadFrom: null,
  jump: { to: 'end', stamp: 0, mark: false },
  stretch: 0,
  reading: new Set(),
  conversation: null,
}

const firstOf = ({ messages }: Pick<Room, 'messages'>): number => messages[0]?.number ?? 1
const lastOf = ({ messages }: Pick<Room, 'messages'>): number => messages.at(-1)?.number ?? 0

export const hasOlder = (room: Room): boolean => room.messages.length > 0 && firstOf(room) > 1
export const hasNewer = (room: Room): boolean => lastOf(room) < room.lastNumber
export const lastLoaded = lastOf
export const firstLoaded = firstOf

/** The page that a room is opened with: from the first unread message on, with some read ones before it. */
export function replaced(room: Room, page: Page & { readonly conversation?: Conversation }): Room {
  return {
    ...room,
    status: 'ready',
    error: null,
    messages: page.messages,
    // Events may have brought later ones while the page was on its way.
    lastNumber: Math.max(room.lastNumber, page.lastNumber),
    readNumber: Math.max(room.readNumber, page.readNumber),
    stretch: room.stretch + 1,
    reading: new Set(),
    conversation: page.conversation ?? room.conversation,
  }
}

/** The part of a page that is put into a room; events have the same. */
type EventPart = { readonly messages: readonly Message[] } & Partial<Pick<Page, 'lastNumber' | 'readNumber'>>

/**
 * Puts messages into a room: known ones are renewed, those that follow on at either end are added. Messages beyond a gap are left out;
 * `lastNumber` then says that something is missing.
 */
export function merged(room: Room, { messages, lastNumber = 0, readNumber = 0 }: EventPart): Room {
  const [first, last] = [firstOf(room), lastOf(room)]
  const known = new Map(
    messages.filter(({ number }) => number >= first && number <= last).map((one) => [one.number, one]),
  )
  const before = followOn(messages.filter(({ number }) => number < first).toReversed(), first - 1, -1).toReversed()
  const after = followOn(
    messages.filter(({ number }) => number > last),
    last + 1,
    1,
  )
  const current = known.size === 0 ? room.messages : room.messages.map((one) => renewed(one, known.get(one.number)))
  const grown = before.length > 0 || after.length > 0
  return {
    ...room,
    messages: grown ? [...before, ...current, ...after] : current,
    lastNumber: Math.max(room.lastNumber, lastNumber, messages.at(-1)?.number ?? 0),
    readNumber: Math.max(room.readNumber, readNumber),
  }
}

/** How many messages of a room that is not on screen stay in memory. */
const HIDDEN_LIMIT = 200

/** A room without its oldest messages, where it has grown while it was not on screen. */
export const lastPart = (room: Room): Room =>
  room.messages.length > 2 * HIDDEN_LIMIT
    ? { ...room, messages: room.messages.slice(-HIDDEN_LIMIT), stretch: room.stretch + 1 }
    : room

/**
 * Messages as the stream brings them, which are the same for all readers: which reactions are the reader's own is taken from what is
 * known of them.
 */
export function withOwnReactions(room: Room, messages: readonly Message[]): readonly Message[] {
  return messages.map((received) => {
    const known = room.messages.find(({ number }) => number === received.number)?.reactions ?? []
    const isMine = (reaction: string) => known.some((one) => one.reaction === reaction && one.mine)
    return { ...received, reactions: received.reactions.map((one) => ({ ...one, mine: isMine(one.reaction) })) }
  })
}

/** The client id of a message is sent only to its sender: it stays where it is known, and with it the message's place on the screen. */
const renewed = (old: Message, received: Message | undefined): Message =>
  received ? { ...received, clientId: received.clientId ?? old.clientId } : old

function followOn(messages: readonly Message[], from: number, step: 1 | -1): Message[] {
  const found: Message[] = []
  for (const message of messages) {
    if (message.number !== from + found.length * step) break
    found.push(message)
  }
  return found
}
