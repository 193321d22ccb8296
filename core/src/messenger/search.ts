import { afterWordsWith, usernameOf } from '@nation/domain/citizens'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { askedOfMessages, channels, groupTexts, holdsAll, mayRead } from '@nation/domain/messenger'
import { messengerGroups, type MessengerGroup } from '@nation/domain/permissions'
import {
  column,
  readRows,
  type CitizenContext,
  type Queries,
  type RowOf,
  readCursor,
  writeCursor,
  byKey,
} from '../platform'
import { ofThePair } from './direct'

type Answer = CallOutput<'messenger.search-messages'>
type Result = Answer['results'][number]

const pageSize = 20
/** A citizen's conversations of latest use are searched, so many of them. */
const mostRooms = 500
/** How many conversations are asked together whether they hold a word, and how often in one request. */
const roomsAtOnce = 50
const mostRoomChunks = 4
/** Up to so many places of a beginning are read at once; of a commoner one the places of each of its words are read in order. */
const fewPlaces = 400
/** Words of a common beginning that are followed. The first in the alphabet are, the beginning itself before all. */
const mostTerms = 20
/** How many messages are looked at together, and how often in one request; how many conversations are looked into. */
const chunk = 50
const mostChunks = 16
const mostLookedInto = 24

/** What a request may still look at. */
interface Budget {
  chunks: number
  rooms: number
}

const roomRow = { id: column.key, uid: column.text, channel: column.oneOf(channels).nullable }

/** A conversation of the searcher. */
type Room = RowOf<typeof roomRow>

/**
 * `messenger.search-messages`. Words of messages only say where to look: what is answered is the text as it is now, to one who may
 * read it now.
 * @throws NationError `group_forbidden`, `conversation_not_found`
 */
export async function searchMessages(
  ctx: CitizenContext,
  { query, in: place, cursor }: CallInput<'messenger.search-messages'>,
): Promise<Answer> {
  const asked = askedOfMessages(query)
  const from = cursor === undefined ? null : placeOf(cursor)
  const rooms = place === undefined ? await roomsOf(ctx) : [await roomOf(ctx, place)]
  if (asked.length === 0) return { success: true, results: [], nextCursor: null }
  const results: Found[] = []
  const budget: Budget = { chunks: mostChunks, rooms: mostLookedInto }
  let chunks = 0
  for (let left = from === null ? rooms : rooms.filter((room) => !isBefore(room, from)); left.length > 0;) {
    const together = left.slice(0, roomsAtOnce)
    const holding = await holdingWords(ctx.tx, together, asked)
    for (const room of together.filter(({ id }) => holding.has(id))) {
      const before = from?.id === room.id ? from.number : null
      if (budget.rooms-- === 0) return answer(ctx, results, writeCursor(keysOf(room, before ?? newest)))
      const { found, next } = await findIn(ctx, room, asked, { before, wanted: pageSize - results.length, budget })
      results.push(...found)
      if (next !== null) return answer(ctx, results, writeCursor(keysOf(room, next)))
    }
    left = left.slice(roomsAtOnce)
    const last = together.at(-1)
    if (++chunks === mostRoomChunks && left.length > 0 && last) {
      return answer(ctx, results, writeCursor(keysOf(last, 1)))
    }
  }
  return answer(ctx, results, null)
}

/** Before this number stand all messages of a conversation. */
const newest = Number.MAX_SAFE_INTEGER

/** Where a search goes on: in a conversation, before a message. */
interface Cursor {
  readonly group: number
  readonly id: string
  readonly number: number
}

const groupOf = ({ channel }: Room): number =>
  channel === null ? messengerGroups.length : messengerGroups.indexOf(channel as MessengerGroup)

const keysOf = (room: Room, number: number): (string | number)[] => [groupOf(room), room.id, number]

function placeOf(cursor: string): Cursor {
  const [group, id = '0', number] = readCursor(cursor, 3)
  return { group: Number(group), id, number: Number(number) }
}

/** Whether a conversation comes before the one of a cursor, and was searched. */
function isBefore(room: Room, { group, id }: Cursor): boolean {
  if (room.id === id) return false
  const roomsGroup = groupOf(room)
  return roomsGroup === group && room.channel === null ? byKey(room.id, id) > 0 : roomsGroup < group
}

/** Direct conversations that began last come first: an order that a message does not change between two pages. */
const inOrder = (rooms: readonly Room[]): Room[] =>
  rooms.toSorted((a, b) => groupOf(a) - groupOf(b) || byKey(b.id, a.id))

async function roomsOf({ tx, caller }: CitizenContext): Promise<Room[]> {
  const open = messengerGroups.filter((group) => mayRead(caller, group))
  const groups = await readRows(
    tx,
    roomRow,
    'SELECT id, uid, channel FROM conversations FORCE INDEX (uq_conversations_channel) WHERE channel IN (?)',
    [open],
  )
  const direct = await readRows(
    tx,
    roomRow,
    `SELECT v.id, v.uid, v.channel FROM conversation_readers r FORCE INDEX (ix_conversation_readers_last)
     STRAIGHT_JOIN conversations v ON v.id = r.conversation_id AND ${ofThePair('r')}
     WHERE r.citizen_id = ? AND r.last_at IS NOT NULL ORDER BY r.last_at DESC, r.conversation_id DESC LIMIT ${mostRooms}`,
    [caller.id],
  )
  return inOrder([...groups, ...direct])
}

async function roomOf({ tx, caller }: CitizenContext, place: string): Promise<Room> {
  const group = messengerGroups.find((one) => one === place)
  if (group !== undefined && !mayRead(caller, group)) throw new NationError('group_forbidden')
  const [room] = await readRows(
    tx,
    roomRow,
    group === undefined
      ? `SELECT v.id, v.uid, v.channel FROM conversations v
         JOIN conversation_readers r ON r.conversation_id = v.id AND r.citizen_id = ? AND ${ofThePair('r')}
         WHERE v.uid = ? AND v.channel IS NULL`
      : 'SELECT id, uid, channel FROM conversations WHERE channel = ?',
    group === undefined ? [caller.id, place] : [group],
  )
  if (!room) throw new NationError('conversation_not_found')
  return room
}

/** Those of some conversations that hold a word for each beginning. */
async function holdingWords(tx: Queries, rooms: readonly Room[], asked: readonly string[]): Promise<Set<string>> {
  let ids = rooms.map(({ id }) => id)
  for (const beginning of asked) {
    if (ids.length === 0) break
    const arm = `(SELECT conversation_id AS id FROM message_words FORCE INDEX (PRIMARY)
      WHERE conversation_id = ? AND word >= ? AND word < ? LIMIT 1)`
    const values = ids.flatMap((id) => [id, beginning, afterWordsWith(beginning)])
    const rows = await readRows(tx, { id: column.key }, ids.map(() => arm).join(' UNION ALL '), values)
    ids = rows.map(({ id }) => id)
  }
  return new Set(ids)
}

const foundRow = {
  message_uid: column.text,
  number: column.integer,
  text: column.text,
  sent_at: column.instant,
  sender: column.text,
  username: column.text,
}

type Found = RowOf<typeof foundRow> & { readonly room: Room }

interface FoundIn {
  readonly found: readonly Found[]
  /** The number before which to go on; null when the conversation was searched to its beginning. */
  readonly next: number | null
}

/** The newest messages of a conversation that hold words with all beginnings. */
async function findIn(
  { tx, caller }: CitizenContext,
  room: Room,
  asked: readonly string[],
  { before, wanted, budget }: { readonly before: number | null; readonly wanted: number; readonly budget: Budget },
): Promise<FoundIn> {
  const source = await placesOf(tx, room.id, asked)
  const found: Found[] = []
  let last = before
  for (; budget.chunks > 0; budget.chunks--) {
    const candidates = await source(last, chunk)
    const rows = await readMessages(tx, room.id, candidates, caller.id)
    for (const row of rows) {
      if (!holdsAll(row.text, asked)) continue
      found.push({ ...row, room })
      if (found.length === wanted) return { found, next: row.number }
    }
    if (candidates.length < chunk) return { found, next: null }
    last = candidates.at(-1)!
  }
  return { found, next: last ?? newest }
}

/** Numbers of messages in falling order, below one where it is given. */
type Source = (before: number | null, limit: number) => Promise<number[]>

const place = { number: column.integer }

/** Where to look: by the rarest beginning, if there is a rare one; otherwise by the words of the longest. */
async function placesOf(tx: Queries, id: string, asked: readonly string[]): Promise<Source> {
  let fewest: number[] | null = null
  for (const beginning of asked) {
    const rows = await readRows(
      tx,
      place,
      `SELECT number FROM message_words FORCE INDEX (PRIMARY) WHERE conversation_id = ? AND word >= ? AND word < ?
       LIMIT ${fewPlaces + 1}`,
      [id, beginning, afterWordsWith(beginning)],
    )
    if (rows.length <= fewPlaces && rows.length < (fewest?.length ?? Infinity))
      fewest = rows.map(({ number }) => number)
  }
  if (fewest === null) return byTerms(tx, id, await termsOf(tx, id, asked[0]!))
  const sorted = [...new Set(fewest)].sort((a, b) => b - a)
  return (before, limit) =>
    Promise.resolve(sorted.filter((number) => before === null || number < before).slice(0, limit))
}

/** The words of a beginning in a conversation, in the order of the alphabet. Each is sought behind the one before it. */
async function termsOf(tx: Queries, id: string, beginning: string): Promise<string[]> {
  const terms: string[] = []
  while (terms.length < mostTerms) {
    const after = terms.at(-1)
    const [next] = await readRows(
      tx,
      { word: column.text },
      `SELECT word FROM message_words FORCE INDEX (PRIMARY)
       WHERE conversation_id = ? AND word ${after === undefined ? '>=' : '>'} ? AND word < ? ORDER BY word LIMIT 1`,
      [id, after ?? beginning, afterWordsWith(beginning)],
    )
    if (!next) break
    terms.push(next.word)
  }
  return terms
}

const byTerms =
  (tx: Queries, id: string, terms: readonly string[]): Source =>
  async (before, limit) => {
    const arm = `(SELECT number FROM message_words FORCE INDEX (PRIMARY) WHERE conversation_id = ? AND word = ?
      ${before === null ? '' : 'AND number < ?'} ORDER BY number DESC LIMIT ${limit})`
    const rows = await readRows(
      tx,
      place,
      `${terms.map(() => arm).join(' UNION ')} ORDER BY number DESC LIMIT ${limit}`,
      terms.flatMap((word) => [id, word, ...(before === null ? [] : [before])]),
    )
    return rows.map(({ number }) => number)
  }

/** Messages by their numbers, the newest first: those that are there, and not withheld from the reader. */
async function readMessages(
  tx: Queries,
  id: string,
  numbers: readonly number[],
  readerId: string,
): Promise<RowOf<typeof foundRow>[]> {
  if (numbers.length === 0) return []
  return readRows(
    tx,
    foundRow,
    `SELECT m.uid AS message_uid, m.number, m.text, m.sent_at, c.uid AS sender, c.username
     FROM messages m JOIN citizens c ON c.id = m.sender_id
     WHERE m.conversation_id = ? AND m.number IN (?) AND m.deleted_at IS NULL
       AND (m.withheld_from IS NULL OR m.withheld_from <> ?) ORDER BY m.number DESC`,
    [id, numbers, readerId],
  )
}

/** The results with the names of their conversations. */
async function answer(ctx: CitizenContext, found: readonly Found[], nextCursor: string | null): Promise<Answer> {
  const direct = [...new Set(found.flatMap(({ room }) => (room.channel === null ? [room.id] : [])))]
  const others =
    direct.length === 0
      ? []
      : await readRows(
          ctx.tx,
          { id: column.key, username: column.text },
          `SELECT v.id, c.username FROM conversations v JOIN citizens c ON c.id = IF(v.low_id = ?, v.high_id, v.low_id)
           WHERE v.id IN (?)`,
          [ctx.caller.id, direct],
        )
  const names = new Map(others.map(({ id, username }) => [id, usernameOf(username)]))
  const results = found.map(({ room, ...row }): Result => {
    const group = messengerGroups.find((one) => one === room.channel)
    return {
      conversationId: group ?? room.uid,
      name: group === undefined ? (names.get(room.id) ?? '') : groupTexts[group].name,
      messageId: row.message_uid,
      number: row.number,
      senderId: row.sender,
      senderName: usernameOf(row.username),
      message: row.text,
      timestamp: row.sent_at.getTime(),
    }
  })
  return { success: true, results, nextCursor }
}
