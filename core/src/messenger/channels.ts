import { isAdministrator, messengerGroups, type MessengerGroup } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { canSpeak, channels, excerptOf, groupTexts, mayRead, type Channel } from '@nation/domain/messenger'
import type { EntityManager } from 'typeorm'
import { countCitizens } from '../citizens'
import {
  batchedIn,
  column,
  distinct,
  indexBy,
  readFirst,
  readOne,
  readRows,
  type CitizenContext,
  type Queries,
  type RowOf,
} from '../platform'
import { unreadMentions } from './mentions'
import { readMute } from './mutes'
import { messagesPage, type Messages, type Paging, type ReadPlace } from './pages'
import { asAdminMessage } from './rows'

const stateRow = {
  id: column.key,
  channel: column.oneOf(channels).present,
  last_number: column.integer,
  last_at: column.instant.nullable,
  last_text: column.text.nullable,
  last_images: column.flag.nullable,
  mentions: column.integer,
  read_number: column.integer.nullable,
  notice: column.flag.nullable,
  joined_at: column.instant,
}

type State = RowOf<typeof stateRow>

const statesOf = (tx: EntityManager, readerId: string, asked: readonly Channel[]): Promise<State[]> =>
  readRows(
    tx,
    stateRow,
    `SELECT v.id, v.channel, v.last_number, v.last_at, m.text AS last_text, m.has_images AS last_images, r.read_number,
       r.notice, ${unreadMentions('c.id')} AS mentions, c.joined_at
     FROM conversations v FORCE INDEX (uq_conversations_channel) JOIN citizens c ON c.id = ?
     LEFT JOIN conversation_readers r ON r.conversation_id = v.id AND r.citizen_id = c.id
     LEFT JOIN messages m FORCE INDEX (PRIMARY) ON m.conversation_id = v.id AND m.number = v.last_number
     WHERE v.channel IN (?)`,
    [readerId, asked],
  )

/** The columns that decide where a reader of a channel begins. */
interface Marker {
  readonly id: string
  readonly read_number: number | null
  readonly joined_at: Date
}

/**
 * The read marker of a reader, by the key of the channel. For a reader without a marker, the messages since they joined the nation are
 * unread, and none before. (The instant is a value of the statement and not joined: MySQL reads a range of the index only by values.)
 */
async function readNumbers(tx: EntityManager, markers: readonly Marker[]): Promise<Map<string, number>> {
  const numbers = new Map(markers.map(({ id, read_number }) => [id, read_number ?? 0]))
  const unmarked = markers.filter(({ read_number }) => read_number === null)
  if (unmarked.length === 0) return numbers
  const select = `(SELECT conversation_id AS id, number FROM messages FORCE INDEX (ix_messages_sent)
    WHERE conversation_id = ? AND sent_at < ? ORDER BY sent_at DESC, number DESC LIMIT 1)`
  const before = await readRows(
    tx,
    { id: column.key, number: column.integer },
    unmarked.map(() => select).join(' UNION ALL '),
    unmarked.flatMap(({ id, joined_at }) => [id, joined_at]),
  )
  for (const { id, number } of before) numbers.set(id, number)
  return numbers
}

/** `messenger.get-groups`: the groups that are open to the caller. */
export async function getGroups(ctx: CitizenContext): Promise<CallOutput<'messenger.get-groups'>> {
  const open = messengerGroups.filter((group) => mayRead(ctx.caller, group))
  const found = await statesOf(ctx.tx, ctx.caller.id, open)
  const states = new Map(found.map((state) => [state.channel, state]))
  const numbers = await readNumbers(ctx.tx, found)
  const members = await memberCounts(ctx.tx, isAdministrator(ctx.caller) || ctx.caller.governmentRole !== null)
  const mute = await readMute(ctx.tx, ctx.caller.id)
  const isMuted = mute !== undefined && !canSpeak(mute, ctx.now()).allowed
  return {
    success: true,
    groups: open.map((id) => {
      const state = states.get(id)
      if (!state) throw new Error(`The channel '${id}' is missing: migrations make it.`)
      const readNumber = numbers.get(state.id) ?? 0
      return {
        id,
        ...groupTexts[id],
        memberCount: members[id],
        lastMessage: state.last_text === null ? null : excerptOf(state.last_text, state.last_images ?? false),
        lastMessageAt: state.last_at?.getTime() ?? null,
        lastNumber: state.last_number,
        readNumber,
        unreadCount: state.last_number - readNumber,
        mentionCount: state.mentions,
        notice: state.notice ?? true,
      }
    }),
    mutedUntil: isMuted ? mute.until.getTime() : null,
    muteReason: isMuted ? mute.reason : null,
  }
}

/** The number of citizens who may read each group. Officials and administrators are few, and indexes find them. */
async function memberCounts(tx: EntityManager, more: boolean): Promise<Record<MessengerGroup, number>> {
  const citizens = await countCitizens(tx)
  if (!more) return { citizens, admins: 0, executives: 0, government: 0 }
  const counted = await readOne(
    tx,
    { admins: column.integer, executives: column.integer, government: column.integer },
    `SELECT COUNT(IF(admin, 1, NULL)) AS admins,
       COUNT(IF(admin OR government_role IN ('president', 'primeMinister', 'secretary'), 1, NULL)) AS executives,
       COUNT(*) AS government
     FROM (SELECT id, government_role, is_admin OR is_super_admin AS admin
         FROM citizens FORCE INDEX (ix_citizens_administrators) WHERE is_admin = TRUE AND left_at IS NULL
       UNION SELECT id, government_role, TRUE FROM citizens FORCE INDEX (ix_citizens_administrators)
         WHERE is_admin = FALSE AND is_super_admin = TRUE AND left_at IS NULL
       UNION SELECT id, government_role, is_admin OR is_super_admin FROM citizens FORCE INDEX (ix_citizens_government_role)
         WHERE government_role IS NOT NULL AND left_at IS NULL) AS known`,
  )
  return { citizens, ...counted }
}

/** `messenger.get-group-messages`. @throws NationError `group_forbidden` */
export function getGroupMessages(
  ctx: CitizenContext,
  { groupId, ...paging }: CallInput<'messenger.get-group-messages'>,
): Promise<CallOutput<'messenger.get-group-messages'>> {
  return channelMessages(ctx, groupId, paging)
}

/** `admin-chat.get-messages`. @throws NationError `group_forbidden` */
export async function getAdminMessages(
  ctx: CitizenContext,
  paging: CallInput<'admin-chat.get-messages'>,
): Promise<CallOutput<'admin-chat.get-messages'>> {
  const page = await channelMessages(ctx, 'admin-chat', paging)
  return { ...page, messages: page.messages.map(asAdminMessage) }
}

const placeRow = {
  reader_id: column.key,
  channel: column.oneOf(channels).present,
  id: column.key,
  last_number: column.integer,
  read_number: column.integer.nullable,
  joined_at: column.instant,
}

type Place = RowOf<typeof placeRow>

/** Of which channel, and for whom (row key), a place is asked. */
interface AskedPlace {
  readonly readerId: string
  readonly channel: Channel
}

/** The same for channels: the columns that a page needs, each for its reader. Undefined where there is no such reader. */
async function placesOf(tx: Queries, asked: readonly AskedPlace[]): Promise<(Place | undefined)[]> {
  const readers = distinct(asked.map(({ readerId }) => readerId))
  const rows = await readRows(
    tx,
    placeRow,
    `SELECT c.id AS reader_id, v.channel, v.id, v.last_number, r.read_number, c.joined_at
     FROM conversations v FORCE INDEX (uq_conversations_channel) STRAIGHT_JOIN citizens c FORCE INDEX (PRIMARY)
     LEFT JOIN conversation_readers r ON r.conversation_id = v.id AND r.citizen_id = c.id
     WHERE v.channel IN (?) AND c.id IN (?)`,
    [distinct(asked.map(({ channel }) => channel)), readers],
  )
  const places = indexBy(rows, (row) => `${row.reader_id} ${row.channel}`)
  return asked.map(({ readerId, channel }) => places.get(`${readerId} ${channel}`))
}

type PlaceOf = (asked: AskedPlace) => Promise<Place | undefined>

/** Places for pages, many in one statement (two at once): the statement is most of what a place costs. */
const placesIn = batchedIn(placesOf, { underWay: 2 })

async function channelMessages(ctx: CitizenContext, channel: Channel, paging: Paging): Promise<Messages> {
  const place = await knownPlace(ctx, channel, placesIn(ctx.tx.dataSource))
  return messagesPage(ctx, place, paging)
}

/** The row key of a channel, its last number, and the caller's read marker. @throws NationError `group_forbidden` */
export const channelOf = (ctx: CitizenContext, channel: Channel): Promise<ReadPlace> =>
  knownPlace(ctx, channel, async (asked) => (await placesOf(ctx.tx, [asked]))[0])

async function knownPlace(ctx: CitizenContext, channel: Channel, placeOf: PlaceOf): Promise<ReadPlace> {
  if (!mayRead(ctx.caller, channel)) throw new NationError('group_forbidden')
  const place = await placeOf({ readerId: ctx.caller.id, channel })
  if (!place) throw new NationError('conversation_not_found')
  const numbers = await readNumbers(ctx.tx, [place])
  return { id: place.id, lastNumber: place.last_number, readNumber: numbers.get(place.id) ?? 0 }
}

/** The number of messages that were ever written in a channel: the number of the last one. */
export async function messagesIn(tx: EntityManager, channel: Channel): Promise<number> {
  const row = await readFirst(
    tx,
    { last_number: column.integer },
    'SELECT last_number FROM conversations WHERE channel = ?',
    [channel],
  )
  return row?.last_number ?? 0
}
