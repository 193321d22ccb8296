import { imageTypes } from '@nation/domain/media'
import { mentionedHandles, type Channel, type Mute } from '@nation/domain/messenger'
import { openPanelsIn, openPanelsStatement } from '../auth'
import {
  column,
  rowsOf,
  type RowOf,
  type BatchRequest,
  byKey,
  distinct,
  indexBy,
  type Locks,
  type Shape,
  type Statement,
} from '../platform'
import { handleStatement, handlesIn, type ByHandle } from './mentions'
import { conversationColumns, conversationRow, writerColumns, writerRow } from './rows'

/** A message to be sent: into a channel, or into a direct conversation by its public id. */
export interface Post {
  readonly channel?: Channel | undefined
  readonly conversationId?: string | undefined
  readonly message: string
  readonly clientId?: string | undefined
  readonly replyTo?: number | undefined
  readonly images?: readonly string[] | undefined
  /** The read marker that the sender claims. */
  readonly readNumber?: number | undefined
}

/** A locked conversation. Of a direct one also the facts about its two citizens. */
export type LockedConversation = RowOf<typeof lockedRow> & {
  /** The public ids of the two, the one with the smaller key first. */
  readonly readers: readonly string[]
  /** Row keys of the citizens who block the other. */
  readonly blockers: readonly string[]
  /** Row keys of the citizens who left the nation. */
  readonly gone: readonly string[]
}

const sentRow = {
  sender_id: column.key,
  client_id: column.text.present,
  conversation_id: column.key,
  message_uid: column.text,
  number: column.integer,
  text: column.text,
  reply_to: column.integer.nullable,
  /** Addresses, in their order. */
  images: column.text.nullable,
  sent_at: column.instant,
  /** It was edited or deleted after it was sent. */
  changed: column.flag,
}

const markerRow = {
  sender_id: column.key,
  conversation_id: column.key,
  read_number: column.integer,
}

const muteRow = {
  citizen_id: column.key,
  until_at: column.instant,
  reason: column.text,
}

/** A sender, locked. */
const senderRow = { ...writerRow, joined_at: column.instant }

export type SenderRow = RowOf<typeof senderRow>

/** A conversation that is locked, with the time of its last message. */
const lockedRow = { ...conversationRow, last_at: column.instant.nullable }

/** A message that was sent before under a client's id. */
export type SentBefore = RowOf<typeof sentRow>

const uploadRow = {
  name: column.text,
  owner_id: column.key,
  width: column.integer.present,
  height: column.integer.present,
}

/** An image that a citizen uploaded. */
export type UploadRow = RowOf<typeof uploadRow>

/** The name of an upload, of its address. */
export const uploadName = (url: string): string => url.slice('/media/'.length)

/** Reads images by their names, and then locks them. */
function imageStatements(requests: readonly BatchRequest<Post>[], lock: string): (Statement | null)[] {
  const names = distinct(requests.flatMap(({ input }) => input.images ?? [])).map(uploadName)
  if (names.length === 0) return [null, null]
  const sql = `SELECT name, owner_id, width, height FROM media
    WHERE name IN (?) AND type IN (?) AND width IS NOT NULL AND height IS NOT NULL AND removed_at IS NULL`
  const values = [names, imageTypes]
  return [
    { sql, values },
    { sql: `${sql} ORDER BY id ${lock}`, values },
  ]
}

/** Everything that decides a batch of messages; rows that another transaction could change are locked. */
export interface PostInputs {
  /** By row key; senders whose rows another transaction has locked are missing. */
  readonly senders: ReadonlyMap<string, SenderRow>
  /** Row keys of the requested conversations that exist, by channel or public id. */
  readonly keys: ReadonlyMap<string, string>
  /** By row key; conversations that could not be locked are missing. */
  readonly conversations: ReadonlyMap<string, LockedConversation>
  /** Citizens whom messages may mention. */
  readonly byHandle: ByHandle
  /** Images that messages are sent with, by name. */
  readonly images: ReadonlyMap<string, UploadRow>
  /** Names of the images whose rows are locked, so that they exist until the message shows them. */
  readonly lockedImages: ReadonlySet<string>
  /** The senders' earlier messages with the same client ids: see `sentKey`. Null when they were not read. */
  readonly sent: ReadonlyMap<string, SentBefore> | null
  /** The senders' mutes, by row key; they may have ended. */
  readonly mutes: ReadonlyMap<string, Mute>
  /** The panel's sign-ins (their ids), of those that send, that have not ended. */
  readonly openPanels: ReadonlySet<string>
  /** The senders' read markers, by `readKey`. A sender without a marker is missing. */
  readonly read: ReadonlyMap<string, number>
}

export const readKey = (senderId: string, conversationId: string): string => `${senderId}:${conversationId}`

export const sentKey = (senderId: string, clientId: string): string => `${senderId}:${clientId}`

const there = { id: column.key, place: column.text.present }
const pair = {
  id: column.key,
  low_id: column.key.present,
  high_id: column.key.present,
  low_uid: column.text,
  high_uid: column.text,
  low_left: column.flag,
  high_left: column.flag,
  low_blocks: column.flag,
  high_blocks: column.flag,
}

/** The rows of a statement, or none when it was left out. */
const rowsAsked = <S extends Shape>(answer: unknown, shape: S): RowOf<S>[] =>
  Array.isArray(answer) ? rowsOf(answer, shape) : []

/**
 * The statements that lock and read everything that decides the requests (at least one); `postInputsIn` reads their rows.
 * @param repeats whether they also read the senders' earlier messages with the same client ids
 */
export function postInputStatements(
  requests: readonly BatchRequest<Post>[],
  locks: Locks,
  repeats: boolean,
): (Statement | null)[] {
  const senders = distinct(requests.map(({ caller }) => caller.id)).sort(byKey)
  const channels = distinct(requests.flatMap(({ input }) => input.channel ?? []))
  const direct = distinct(requests.flatMap(({ input }) => input.conversationId ?? []))
  const [place, places] = channels.length > 0 ? (['channel', channels] as const) : (['uid', direct] as const)
  const handles = distinct(requests.flatMap(({ input }) => mentionedHandles(input.message)))
  const locked = locks.counters ?? 'FOR UPDATE'
  const of = (sql: string, ...values: unknown[]): Statement => ({ sql, values })
  return [
    of(
      `SELECT ${writerColumns}, joined_at FROM citizens FORCE INDEX (PRIMARY) WHERE id IN (?) ORDER BY id ${locks.exclusive}`,
      senders,
    ),
    // When locks are waited for, no locked row is missing.
    locks.counters === null
      ? null
      : of(`SELECT id, ${place} AS place FROM conversations WHERE ${place} IN (?)`, places),
    // Rows are locked as they are read: by this index in its own order, whatever the batch.
    of(
      `SELECT ${conversationColumns}, last_at FROM conversations FORCE INDEX (uq_conversations_${place}) WHERE ${place} IN (?)
       ORDER BY ${place} ${locked}`,
      places,
    ),
    channels.length > 0
      ? null
      : of(
          `SELECT v.id, v.low_id, v.high_id, l.uid AS low_uid, h.uid AS high_uid, l.left_at IS NOT NULL AS low_left,
         h.left_at IS NOT NULL AS high_left, lb.blocker_id IS NOT NULL AS low_blocks, hb.blocker_id IS NOT NULL AS high_blocks
       FROM conversations v JOIN citizens l ON l.id = v.low_id JOIN citizens h ON h.id = v.high_id
       LEFT JOIN citizen_blocks lb ON lb.blocker_id = v.low_id AND lb.blocked_id = v.high_id
       LEFT JOIN citizen_blocks hb ON hb.blocker_id = v.high_id AND hb.blocked_id = v.low_id
       WHERE v.${place} IN (?)`,
          places,
        ),
    // The following rows are read while the senders' rows are locked.
    channels.length === 1
      ? of(
          `SELECT r.citizen_id AS sender_id, r.conversation_id, r.read_number FROM conversations v
           STRAIGHT_JOIN conversation_readers r FORCE INDEX (PRIMARY) ON r.conversation_id = v.id
           WHERE v.channel = ? AND r.citizen_id IN (?)`,
          channels[0],
          senders,
        )
      : markersOfEach(requests, place),
    of('SELECT citizen_id, until_at, reason FROM citizen_mutes FORCE INDEX (PRIMARY) WHERE citizen_id IN (?)', senders),
    repeats ? sentStatement(requests) : null,
    handles.length > 0 ? handleStatement(handles) : null,
    ...imageStatements(requests, locks.shared),
    openPanelsStatement(requests.map(({ caller }) => caller)),
  ]
}

/**
 * The read marker of each sender in the conversation in which they write, selected by its whole key. For a single channel a list of the
 * senders is enough: the channel is a constant. With several channels, a list would read every marker of every sender.
 */
const markersOfEach = (requests: readonly BatchRequest<Post>[], place: 'channel' | 'uid'): Statement => ({
  sql: `SELECT r.citizen_id AS sender_id, r.conversation_id, r.read_number
       FROM JSON_TABLE(?, '$[*]' COLUMNS (
         sender_id BIGINT UNSIGNED PATH '$[0]',
         place VARCHAR(36) CHARACTER SET ascii COLLATE ascii_bin PATH '$[1]'
       )) AS asked
       STRAIGHT_JOIN conversations v ON v.${place} = asked.place
       STRAIGHT_JOIN conversation_readers r FORCE INDEX (PRIMARY) ON r.citizen_id = asked.sender_id AND r.conversation_id = v.id`,
  values: [JSON.stringify(sendersIn(requests))],
})

/** Reads the senders' earlier messages with the same client ids. */
function sentStatement(requests: readonly BatchRequest<Post>[]): Statement {
  const named = requests.flatMap(({ caller, input }) => (input.clientId ? [[caller.id, input.clientId]] : []))
  return {
    sql: `SELECT m.sender_id, m.client_id, m.conversation_id, m.uid AS message_uid, m.number, m.text, m.reply_to, m.sent_at,
         (SELECT GROUP_CONCAT('/media/', i.name ORDER BY i.place) FROM message_images i
           WHERE i.conversation_id = m.conversation_id AND i.number = m.number) AS images,
         m.edited_at IS NOT NULL OR m.deleted_at IS NOT NULL AS changed
       FROM JSON_TABLE(?, '$[*]' COLUMNS (
         sender_id BIGINT UNSIGNED PATH '$[0]',
         client_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin PATH '$[1]'
       )) AS named
       STRAIGHT_JOIN messages m ON m.sender_id = named.sender_id AND m.client_id = named.client_id`,
    values: [JSON.stringify(named)],
  }
}

/** The distinct pairs of a sender and the channel or public id of a conversation. */
const sendersIn = (requests: readonly BatchRequest<Post>[]) => [
  ...new Map(
    requests.map(({ caller: { id }, input: { channel, conversationId = '' } }) => {
      const place = channel ?? conversationId
      return [readKey(id, place), [id, place]] as const
    }),
  ).values(),
]

/** The inputs in the rows of `postInputStatements`. */
export function postInputsIn(rows: readonly unknown[]): PostInputs {
  const [senders, keys, conversations, pairs, markers, mutes, sent, handles, images, lockedImages, panels] = rows
  const both = new Map(rowsAsked(pairs, pair).map((row) => [row.id, bothOf(row)]))
  const locked = rowsOf(conversations, lockedRow).map((row) => ({ ...row, ...(both.get(row.id) ?? nobody) }))
  const known = locked.map(({ id, uid, channel }) => ({ id, place: channel ?? uid }))
  return {
    senders: indexBy(rowsOf(senders, senderRow), ({ id }) => id),
    keys: new Map([...known, ...rowsAsked(keys, there)].map((row) => [row.place, row.id])),
    conversations: indexBy(locked, ({ id }) => id),
    byHandle: Array.isArray(handles) ? handlesIn(handles) : new Map(),
    images: indexBy(rowsAsked(images, uploadRow), ({ name }) => name),
    lockedImages: new Set(rowsAsked(lockedImages, uploadRow).map(({ name }) => name)),
    sent: Array.isArray(sent)
      ? new Map(rowsOf(sent, sentRow).map((row) => [sentKey(row.sender_id, row.client_id), row]))
      : null,
    openPanels: openPanelsIn(panels),
    read: new Map(
      rowsOf(markers, markerRow).map((row) => [readKey(row.sender_id, row.conversation_id), row.read_number]),
    ),
    mutes: new Map(
      rowsOf(mutes, muteRow).map(({ citizen_id, until_at: until, reason }) => [citizen_id, { until, reason }]),
    ),
  }
}

const nobody = { readers: [], blockers: [], gone: [] }

/** The facts about the two citizens of a direct conversation. */
function bothOf(row: RowOf<typeof pair>): Omit<LockedConversation, keyof typeof lockedRow> {
  const those = (low: boolean, high: boolean) => [...(low ? [row.low_id] : []), ...(high ? [row.high_id] : [])]
  return {
    readers: [row.low_uid, row.high_uid],
    blockers: those(row.low_blocks, row.high_blocks),
    gone: those(row.low_left, row.high_left),
  }
}
