import { usernameOf } from '@nation/domain/citizens'
import { governmentRoles, isAdministrator, isOfficial } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { excerptOf, messageLimits } from '@nation/domain/messenger'
import { getMembers, pictureColumns, pictureOfRow, pictureRow } from '../citizens'
import {
  column,
  readFirst,
  readRows,
  type CitizenContext,
  type RowOf,
  cursorInstant,
  readCursor,
  writeCursor,
  byKey,
  write,
} from '../platform'
import { unreadMentions } from './mentions'
import { messagesPage, type ReadPlace } from './pages'
import { partedAmong } from './presence'
import { writeMessageEvent } from './message-events'

type Conversation = CallOutput<'messenger.start-conversation'>['conversation']

const directRow = {
  id: column.key,
  uid: column.text,
  started_by: column.key.nullable,
  accepted_at: column.instant.nullable,
  last_number: column.integer,
  last_at: column.instant.nullable,
  last_text: column.text.nullable,
  last_images: column.flag.nullable,
  mentions: column.integer,
  read_number: column.integer,
  notice: column.flag,
  blocked: column.flag,
  /** Whether the other blocks the reader. Then neither sees whether the other is online. */
  blocks_back: column.flag,
  has_left: column.flag,
  other_uid: column.text,
  username: column.text,
  handle: column.text,
  government_role: column.oneOf(governmentRoles).nullable,
  is_admin: column.flag,
  is_super_admin: column.flag,
  ...pictureRow,
}

type DirectRow = RowOf<typeof directRow>

/**
 * Whether one citizen blocks another; the reader is `side`. Most readers have no block on that side, which one look-up finds for the
 * whole list. (With a join the tables are read in another order, and a list is read whole.)
 */
const blocks = (blocker: string, blocked: string, side: 'blocker_id' | 'blocked_id') =>
  `(EXISTS (SELECT 1 FROM citizen_blocks o WHERE o.${side} = ?)
     AND EXISTS (SELECT 1 FROM citizen_blocks b WHERE b.blocker_id = ${blocker} AND b.blocked_id = ${blocked}))`

/**
 * Whether a marker is that of one of the two citizens of a conversation `v`. The conversation of an earlier pair may have given way to
 * this one (`mustHaveRoomForRequest`) while a citizen of that pair wrote a marker in it: a marker alone gives no right to read.
 */
export const ofThePair = (reader: string): string => `${reader}.citizen_id IN (v.low_id, v.high_id)`

/** Direct conversations of the reader whose key is each of the first values (`readerThrice`), with the other citizen; read by an index that is named. */
const selectDirect = (index = '') => `SELECT v.id, v.uid, v.started_by, v.accepted_at, v.last_number, r.last_at,
    IF(m.withheld_from = r.citizen_id, '', m.text) AS last_text,
    IF(m.withheld_from = r.citizen_id, FALSE, m.has_images) AS last_images, ${unreadMentions('r.citizen_id')} AS mentions,
    r.read_number, r.notice, ${blocks('r.citizen_id', 'c.id', 'blocker_id')} AS blocked,
    ${blocks('c.id', 'r.citizen_id', 'blocked_id')} AS blocks_back, c.left_at IS NOT NULL AS has_left, c.uid AS other_uid, c.username, c.handle, c.government_role, c.is_admin, c.is_super_admin, ${pictureColumns('c')}
  FROM conversation_readers r ${index} JOIN conversations v ON v.id = r.conversation_id AND ${ofThePair('r')}
  JOIN citizens c ON c.id = IF(v.low_id = r.citizen_id, v.high_id, v.low_id)
  LEFT JOIN messages m ON m.conversation_id = v.id AND m.number = v.last_number
  WHERE r.citizen_id = ?`

const readerThrice = ({ id }: { readonly id: string }): string[] => [id, id, id]

function presentConversation(row: DirectRow, reader: { readonly id: string; readonly uid: string }): Conversation {
  const waits = row.accepted_at === null
  return {
    id: row.uid,
    participants: [reader.uid, row.other_uid],
    lastMessage: row.last_text === null ? null : excerptOf(row.last_text, row.last_images ?? false),
    lastMessageAt: row.last_at?.getTime() ?? null,
    lastNumber: row.last_number,
    readNumber: row.read_number,
    unreadCount: row.last_number - row.read_number,
    mentionCount: row.mentions,
    notice: row.notice,
    blocked: row.blocked,
    hasLeft: row.has_left,
    status: waits ? (row.started_by === reader.id ? 'waiting' : 'request') : 'open',
    otherUser: {
      id: row.other_uid,
      username: usernameOf(row.username),
      twitterUsername: row.handle,
      profilePicture: pictureOfRow(row),
      governmentRole: row.government_role,
      isSupport: row.is_admin || row.is_super_admin,
      // Whether presence may be seen. Only Redis knows who is online; the API adds it.
      isOnline: !row.blocked && !row.blocks_back,
    },
  }
}

/** `messenger.get-conversations`: the conversations with messages, the latest first. */
export async function getConversations(
  ctx: CitizenContext,
  { cursor, limit }: CallInput<'messenger.get-conversations'>,
): Promise<CallOutput<'messenger.get-conversations'>> {
  const [at, id] = cursor === undefined ? [] : readCursor(cursor, 2)
  const earlier = id === undefined ? '' : 'AND r.last_at <= ? AND (r.last_at < ? OR r.conversation_id < ?)'
  const values = id === undefined ? [] : [cursorInstant(at), cursorInstant(at), id]
  const rows = await readRows(
    ctx.tx,
    directRow,
    `${selectDirect('FORCE INDEX (ix_conversation_readers_last)')} AND r.last_at IS NOT NULL ${earlier}
     ORDER BY r.last_at DESC, r.conversation_id DESC LIMIT ${limit + 1}`,
    [...readerThrice(ctx.caller), ...values],
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const goesOn = rows.length > limit && last?.last_at
  return {
    success: true,
    conversations: shown.map((row) => presentConversation(row, ctx.caller)),
    nextCursor: goesOn ? writeCursor([goesOn.getTime(), last.id]) : null,
  }
}

/** One of the caller's direct conversations. @throws NationError `conversation_not_found`, also for conversations of other citizens */
async function directOf(ctx: CitizenContext, uid: string): Promise<DirectRow> {
  const row = await readFirst(ctx.tx, directRow, `${selectDirect()} AND v.uid = ? AND v.channel IS NULL`, [
    ...readerThrice(ctx.caller),
    uid,
  ])
  if (!row) throw new NationError('conversation_not_found')
  return row
}

/** The row key of one of the caller's conversations, and its last number. @throws NationError `conversation_not_found` */
export async function conversationOf(ctx: CitizenContext, uid: string): Promise<ReadPlace> {
  const row = await directOf(ctx, uid)
  return { id: row.id, lastNumber: row.last_number, readNumber: row.read_number }
}

/** `messenger.get-messages`. @throws NationError `conversation_not_found` */
export async function getMessages(
  ctx: CitizenContext,
  { conversationId, ...paging }: CallInput<'messenger.get-messages'>,
): Promise<CallOutput<'messenger.get-messages'>> {
  const row = await directOf(ctx, conversationId)
  const place = { id: row.id, lastNumber: row.last_number, readNumber: row.read_number }
  const page = await messagesPage(ctx, place, paging)
  return { ...page, conversation: presentConversation(row, ctx.caller) }
}

/** `messenger.search-users`: at most ten citizens, never the caller, and where to look on where there may be more of the ten. */
export async function searchUsers(
  ctx: CitizenContext,
  { query, cursor }: CallInput<'messenger.search-users'>,
): Promise<CallOutput<'messenger.search-users'>> {
  const most = 10
  const { members, nextCursor } = await getMembers(ctx, { search: query, cursor, limit: most + 1 })
  const users = members.filter(({ id }) => id !== ctx.caller.uid).slice(0, most)
  const parted = await partedAmong(
    ctx,
    users.map(({ id }) => id),
  )
  return {
    success: true,
    users: users.map(({ id, username, twitterUsername, profilePicture, governmentRole, role }) => ({
      id,
      username,
      twitterUsername,
      profilePicture,
      governmentRole,
      isSupport: role === 'admin',
      isOnline: !parted.has(id),
    })),
    nextCursor: users.length < most ? nextCursor : null,
  }
}

const recipientRow = {
  id: column.key,
  government_role: column.oneOf(governmentRoles).nullable,
  is_admin: column.flag,
  is_super_admin: column.flag,
}

/**
 * `messenger.start-conversation`: finds or creates the one conversation of two citizens. Officials and administrators can be written
 * to at once; other citizens first get a request (decision 131).
 * @throws NationError `conversation_with_oneself`, `citizen_not_found`, `requests_full`
 */
export async function startConversation(
  ctx: CitizenContext,
  { recipientId }: CallInput<'messenger.start-conversation'>,
): Promise<CallOutput<'messenger.start-conversation'>> {
  const { caller, tx } = ctx
  if (recipientId === caller.uid) throw new NationError('conversation_with_oneself')
  const recipient = await readFirst(
    tx,
    recipientRow,
    'SELECT id, government_role, is_admin, is_super_admin FROM citizens WHERE uid = ? AND left_at IS NULL',
    [recipientId],
  )
  if (!recipient) throw new NationError('citizen_not_found')
  const uid = await ensureConversation(ctx, recipient)
  const conversation = presentConversation(await directOf(ctx, uid), caller)
  return { success: true, conversationId: uid, conversation }
}

async function ensureConversation(ctx: CitizenContext, recipient: RowOf<typeof recipientRow>): Promise<string> {
  const { caller, tx } = ctx
  const now = ctx.now()
  const pair = [caller.id, recipient.id].sort(byKey)
  const isOpen = isPublicPerson(recipient) || isAdministrator(caller) || isOfficial(caller)
  if (!isOpen) await mustHaveRoomForRequest(ctx, pair)
  await tx.query(
    `INSERT IGNORE INTO conversations (uid, low_id, high_id, started_by, accepted_at, created_at) VALUES (?)`,
    [[ctx.newId(), ...pair, caller.id, isOpen ? now : null, now]],
  )
  const made = await readFirst(
    tx,
    { id: column.key, uid: column.text },
    'SELECT id, uid FROM conversations WHERE low_id = ? AND high_id = ? LOCK IN SHARE MODE',
    pair,
  )
  if (!made) throw new NationError('citizen_not_found')
  await tx.query('INSERT IGNORE INTO conversation_readers (citizen_id, conversation_id, read_number) VALUES ?', [
    pair.map((id) => [id, made.id, 0]),
  ])
  return made.uid
}

/**
 * A citizen who begins a conversation with a stranger has fewer open requests than the limit. At the limit, the oldest of them that was
 * left without a word becomes the conversation of this pair, so that merely opening one costs nothing.
 * Locks: both citizens, so that two requests at a time are counted one after the other, and a conversation that gives way. Who needs no
 * room locks neither, but the foreign keys of the new row lock both shared: that conversation is there already, or waits for this one.
 * @throws NationError `requests_full`
 */
async function mustHaveRoomForRequest({ caller, tx, ...ctx }: CitizenContext, pair: readonly string[]): Promise<void> {
  const exists = () =>
    readFirst(tx, { id: column.key }, 'SELECT id FROM conversations WHERE low_id = ? AND high_id = ?', [...pair])
  if (await exists()) return
  await tx.query('SELECT id FROM citizens WHERE id IN (?) ORDER BY id FOR UPDATE', [pair])
  if (await exists()) return
  const now = ctx.now()
  const since = new Date(now.getTime() - messageLimits.requestMs)
  const open = await readRows(
    tx,
    { id: column.key, last_number: column.integer, created_at: column.instant },
    ['low_id', 'high_id']
      .map(
        (side) => `SELECT id, last_number, created_at FROM conversations WHERE ${side} = ? AND started_by = ?
          AND accepted_at IS NULL AND created_at > ?`,
      )
      .join(' UNION ALL '),
    [caller.id, caller.id, since, caller.id, caller.id, since],
  )
  if (open.length < messageLimits.openRequests) return
  const left = now.getTime() - messageLimits.unsaidMs
  const [unsaid] = open
    .filter(({ last_number, created_at }) => last_number === 0 && created_at.getTime() <= left)
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime() || byKey(a.id, b.id))
  if (!unsaid) throw new NationError('requests_full')
  const { affectedRows } = await write(
    tx,
    `UPDATE conversations SET uid = ?, low_id = ?, high_id = ?, created_at = ?
     WHERE id = ? AND last_number = 0 AND accepted_at IS NULL`,
    [ctx.newId(), ...pair, now, unsaid.id],
  )
  // The other has just answered into it.
  if (affectedRows === 0) throw new NationError('busy', { retryAfter: 1 })
  await tx.query('DELETE FROM conversation_readers WHERE conversation_id = ?', [unsaid.id])
}

const isPublicPerson = ({ government_role, is_admin, is_super_admin }: RowOf<typeof recipientRow>): boolean =>
  government_role !== null || is_admin || is_super_admin

/**
 * `messenger.accept-request`. A repeat changes nothing. While the caller's row is locked, a block of theirs is committed or waits.
 * @throws NationError `conversation_not_found`, `recipient_blocked` where the caller blocks the other
 */
export async function acceptRequest(
  ctx: CitizenContext,
  { conversationId }: CallInput<'messenger.accept-request'>,
): Promise<CallOutput<'messenger.accept-request'>> {
  await ctx.tx.query('SELECT id FROM citizens WHERE id = ? FOR UPDATE', [ctx.caller.id])
  const row = await directOf(ctx, conversationId)
  if (row.blocked) throw new NationError('recipient_blocked')
  if (row.accepted_at === null && row.started_by !== ctx.caller.id) {
    await ctx.tx.query('UPDATE conversations SET accepted_at = ? WHERE id = ? AND accepted_at IS NULL', [
      ctx.now(),
      row.id,
    ])
    const reach = { from: Math.max(1, row.last_number), to: Math.max(1, row.last_number) }
    writeMessageEvent(ctx, 'changed', { channel: null, uid: row.uid, readers: [ctx.caller.uid, row.other_uid] }, reach)
  }
  return { success: true, conversation: presentConversation(await directOf(ctx, conversationId), ctx.caller) }
}
