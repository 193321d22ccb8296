import { messageLimits } from '@nation/domain/messenger'
import { ApiError, sentenceOf } from '../../../lib/api/api-error'
import { call } from '../../../lib/api/client'
import { useSession } from '../../../lib/session/session'
import { toast } from '../../../ui'
import { isGroup } from '../paths'
import type { Conversation, Page, RoomId } from '../types'
import { lineOf, notedConversation } from './lists'
import { firstLoaded, hasNewer, hasOlder, lastLoaded, merged, replaced, type Direction, type Room } from './room'
import { changeStored, changeRoom, isStored, roomOf, setReading, trimRooms } from './rooms'

/** How many read messages stand above the first unread one, or around one that is jumped to. */
const CONTEXT = 20
const LIMIT = messageLimits.page

type Paging = { readonly before?: number; readonly after?: number; readonly limit: number }

const pageOf = (id: RoomId, paging: Paging): Promise<Page & { readonly conversation?: Conversation }> =>
  isGroup(id)
    ? call('messenger.get-group-messages', { groupId: id, ...paging })
    : call('messenger.get-messages', { conversationId: id, ...paging })

let stamps = 0

const jumpTo = (to: number | 'end', mark = false): Room['jump'] => ({ to, stamp: ++stamps, mark })

/** The reading of each room that replaces what is shown: a later one makes an earlier one's answer void. */
const replacing = new Map<RoomId, number>()

/** Discards the answers to all readings that are under way: another citizen signed in, or a right ended. */
export function voidReadings(): void {
  for (const [id, reading] of replacing) replacing.set(id, reading + 1)
}

/** Another answer that is under way for a room comes too late for what is asked of it now. */
const voidReading = (id: RoomId): void => void replacing.set(id, (replacing.get(id) ?? 0) + 1)

/** What a room is replaced by, and whether it reached the end of the conversation when it was read. */
interface Replacement {
  readonly room: Room
  readonly isEnd: boolean
}

/**
 * Replaces what is shown of a room. Where that fails the room has failed, or `failed` is called, and the room stays as it is. What
 * came while the end was read is read as well: its event has passed.
 */
async function replace(
  id: RoomId,
  read: () => Promise<Replacement>,
  failed: (thrown: unknown) => void = (thrown) => fail(id, thrown),
): Promise<void> {
  const mine = (replacing.get(id) ?? 0) + 1
  replacing.set(id, mine)
  try {
    const { room, isEnd } = await read()
    if (replacing.get(id) !== mine) return
    changeRoom(id, () => room)
    if (isEnd && hasNewer(room)) void catchUp(id)
  } catch (thrown) {
    if (replacing.get(id) === mine) failed(thrown)
  }
}

function fail(id: RoomId, thrown: unknown): void {
  const error = thrown instanceof ApiError ? thrown : new ApiError(0, 'network', String(thrown))
  changeRoom(id, (room) => ({ ...room, status: 'failed', error, reading: new Set() }))
}

/**
 * Opens a room at its first unread message, or at its end. What was read before is shown at once and brought up to date. `known`
 * says what the lists know of it, which saves a reading where much is unread.
 */
export async function openRoom(
  id: RoomId,
  known?: { readonly lastNumber: number; readonly readNumber: number },
): Promise<void> {
  trimRooms(id)
  const stored = roomOf(id)
  if (isStored(id) && stored.status === 'ready' && !hasNewer(stored)) {
    voidReading(id)
    changeRoom(id, (room) => ({ ...room, unreadFrom: unreadFrom(room), jump: opening(room) }))
    return catchUp(id)
  }
  changeRoom(id, (room) => ({ ...room, status: 'loading', error: null, messages: [] }))
  await replace(id, async () => {
    const far = known && known.lastNumber - known.readNumber > LIMIT - CONTEXT
    let page = await pageOf(id, far ? aroundUnread(known.readNumber) : { limit: LIMIT })
    const first = page.messages[0]?.number ?? 1
    if (!far && page.readNumber + 1 < first) page = await pageOf(id, aroundUnread(page.readNumber))
    const room = replaced(roomOf(id), page)
    return { room: { ...room, unreadFrom: unreadFrom(room), jump: opening(room) }, isEnd: !page.hasNewer }
  })
}

/** Opens a room at a message, which is marked: a search or a link has led there. */
export async function openAt(id: RoomId, number: number): Promise<void> {
  if (isStored(id) && roomOf(id).status === 'ready') return jumpToMessage(id, number)
  trimRooms(id)
  changeRoom(id, (room) => ({ ...room, status: 'loading', error: null, messages: [] }))
  await replace(id, () => around(id, number))
}

async function around(id: RoomId, number: number): Promise<Replacement> {
  const page = await pageOf(id, { after: Math.max(0, number - CONTEXT), limit: LIMIT })
  // Where there is no such number, the end is shown.
  if (page.messages.length === 0) return end(id)
  return { room: { ...replaced(roomOf(id), page), jump: jumpTo(number, true) }, isEnd: !page.hasNewer }
}

async function end(id: RoomId): Promise<Replacement> {
  const page = await pageOf(id, { limit: LIMIT })
  return { room: { ...replaced(roomOf(id), page), jump: jumpTo('end') }, isEnd: true }
}

const aroundUnread = (readNumber: number): Paging => ({
  after: Math.max(0, readNumber - CONTEXT),
  limit: LIMIT + CONTEXT,
})

/** The first message that is new to the reader: not one of their own, which another device or another tab has sent. */
function unreadFrom({ readNumber, messages }: Room): number | null {
  const ownUid = useSession.getState().user?.uid
  return messages.find(({ number, senderId }) => number > readNumber && senderId !== ownUid)?.number ?? null
}

const opening = (room: Room): Room['jump'] => jumpTo(unreadFrom(room) ?? 'end')

/** Reads the messages before those that are loaded, or after them. */
export async function readOn(id: RoomId, direction: Direction): Promise<void> {
  const room = roomOf(id)
  const more = direction === 'older' ? hasOlder(room) : hasNewer(room)
  if (room.status !== 'ready' || !more || !setReading(id, direction, true)) return
  const began = replacing.get(id)
  const paging = direction === 'older' ? { before: firstLoaded(room) } : { after: lastLoaded(room) }
  try {
    const page = await pageOf(id, { ...paging, limit: LIMIT })
    // A jump has replaced what this page would follow on.
    if (replacing.get(id) === began) changeStored(id, (now) => grown(now, page, direction))
  } finally {
    setReading(id, direction, false)
  }
}

/** A room with a page that was read for it. Where nothing newer is there, nothing newer is waited for. */
const grown = (room: Room, page: Page, direction: Direction): Room => {
  const now = merged(room, page)
  return direction === 'newer' && page.messages.length === 0 ? { ...now, lastNumber: lastLoaded(now) } : now
}

/** How many pages a room is brought up to date by; where more is missing it is opened anew. */
const PAGES = 4

/** Reads what came since: until the newest message is there. Without newer messages, one short answer says so. */
export async function catchUp(id: RoomId): Promise<void> {
  const began = replacing.get(id)
  const room = roomOf(id)
  if (room.status !== 'ready' || !setReading(id, 'newer', true)) return
  try {
    for (let pages = 0; pages < PAGES; pages++) {
      const page = await pageOf(id, { after: lastLoaded(roomOf(id)), limit: messageLimits.largestPage })
      if (replacing.get(id) !== began) return
      changeStored(id, (now) => ({ ...grown(now, page, 'newer'), conversation: page.conversation ?? now.conversation }))
      if (!page.hasNewer || page.messages.length === 0) return
    }
  } catch (thrown) {
    // Passing failures are shown by the frame, and the next event or poll tries again. What is closed is shown as such.
    if (thrown instanceof ApiError && (thrown.status === 403 || thrown.status === 404)) fail(id, thrown)
  } finally {
    setReading(id, 'newer', false)
  }
}

/** Reads whether the other is here, and what is new with it. A reader far back in the conversation gets no new messages. */
export async function readPresence(id: RoomId): Promise<void> {
  const room = roomOf(id)
  const last = lastLoaded(room)
  if (room.lastNumber - last <= messageLimits.largestPage) return catchUp(id)
  await readAgain(id, last, last).catch(() => {})
}

/** Reads messages again that are loaded, the newest first: they were edited or deleted. */
export async function readAgain(id: RoomId, from: number, to: number): Promise<void> {
  const room = roomOf(id)
  const low = Math.max(from, firstLoaded(room))
  for (let high = Math.min(to, lastLoaded(room)); isStored(id) && low <= high; high -= messageLimits.largestPage) {
    const limit = Math.min(high - low + 1, messageLimits.largestPage)
    const page = await pageOf(id, { after: high - limit, limit })
    changeStored(id, (now) => ({ ...merged(now, page), conversation: page.conversation ?? now.conversation }))
    if (page.conversation) notedConversation(page.conversation)
  }
}

/** Reads changed messages that are loaded. The list of a direct conversation is updated, too; where no message is loaded, one is read for it. */
async function readChanged(id: RoomId, from: number, to: number): Promise<void> {
  const room = roomOf(id)
  if (isStored(id) && from <= lastLoaded(room) && to >= firstLoaded(room)) return readAgain(id, from, to)
  if (!isGroup(id) && lineOf(id) !== undefined) await readLine(id, to)
}

async function readLine(id: RoomId, number: number): Promise<void> {
  const { conversation } = await pageOf(id, { after: number - 1, limit: 1 })
  if (conversation) notedConversation(conversation)
}

/** Changes that come within this many milliseconds are read together: a moderator deletes many messages, each by itself. */
const TOGETHER = 100

/** What is to be read again, by room. */
const toRead = new Map<RoomId, { readonly from: number; readonly to: number }>()

/** Reads messages again, once for all changes that come in a moment. */
export function readAgainSoon(id: RoomId, from: number, to: number): void {
  const known = toRead.get(id)
  toRead.set(id, known ? { from: Math.min(known.from, from), to: Math.max(known.to, to) } : { from, to })
  if (known) return
  setTimeout(() => {
    const { from: first, to: last } = toRead.get(id) ?? { from, to }
    toRead.delete(id)
    void readChanged(id, first, last).catch(() => {})
  }, TOGETHER)
}

/** Goes to the newest message, which is loaded if it is not there. */
export async function jumpToEnd(id: RoomId): Promise<void> {
  const room = roomOf(id)
  if (room.lastNumber - lastLoaded(room) <= messageLimits.largestPage) {
    voidReading(id)
    changeRoom(id, (now) => ({ ...now, jump: jumpTo('end') }))
    return hasNewer(room) ? catchUp(id) : undefined
  }
  await replace(id, () => end(id), showFailedJump)
}

/** Goes to a message by its number and marks it; what stands around it is loaded if it is not there. */
export async function jumpToMessage(id: RoomId, number: number): Promise<void> {
  const room = roomOf(id)
  const there = number >= firstLoaded(room) && number <= lastLoaded(room)
  if (there) {
    voidReading(id)
    return changeRoom(id, (now) => ({ ...now, jump: jumpTo(number, true) }))
  }
  await replace(id, () => around(id, number), showFailedJump)
}

/** The conversation stays where it is. */
const showFailedJump = (thrown: unknown): void => void toast.error(sentenceOf(thrown))
