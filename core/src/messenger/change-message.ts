import { can } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allow, NationError } from '@nation/domain/errors'
import { canEditMessage, channels, mayRead, mayWrite } from '@nation/domain/messenger'
import { callerNow } from '../auth'
import { byKey, column, distinct, readFirst, write, type CitizenContext, type RowOf } from '../platform'
import { contentsOf } from './content'
import { mustBeImpartial } from './impartial'
import { removeWords, replaceWords } from './message-words'
import { mentionAnew } from './mentions'
import { mustSpeak } from './mutes'
import { messageColumns, messageRow, presentMessage, senderAndQuoted } from './rows'
import { writeModerationEvent, writeMessageEvent } from './message-events'

const lockedRow = {
  conversation_id: column.key,
  number: column.integer,
  sender_id: column.key,
  sent_at: column.instant,
  deleted_at: column.instant.nullable,
  has_images: column.flag,
  text: column.text,
  withheld_from: column.key.nullable,
}
const placeRow = {
  uid: column.text,
  channel: column.oneOf(channels).nullable,
  low_id: column.key.nullable,
  high_id: column.key.nullable,
  low_uid: column.text.nullable,
  high_uid: column.text.nullable,
  low_blocks: column.flag,
  high_blocks: column.flag,
}

type Found = RowOf<typeof lockedRow> & {
  readonly place: RowOf<typeof placeRow>
  /** In a direct conversation: the recipients of the message (public ids). */
  readonly readers: readonly string[]
  /** Whether the caller may read its conversation. */
  readonly isOpen: boolean
}

const selectPlace = `SELECT v.uid, v.channel, v.low_id, v.high_id, l.uid AS low_uid, h.uid AS high_uid,
    EXISTS (SELECT 1 FROM citizen_blocks b WHERE b.blocker_id = v.low_id AND b.blocked_id = v.high_id) AS low_blocks,
    EXISTS (SELECT 1 FROM citizen_blocks b WHERE b.blocker_id = v.high_id AND b.blocked_id = v.low_id) AS high_blocks
  FROM conversations v LEFT JOIN citizens l ON l.id = v.low_id LEFT JOIN citizens h ON h.id = v.high_id WHERE v.id = ?`

/**
 * A message that the caller may read, locked. Call it after the caller's row is locked by `callerNow` or `mustSpeak`.
 * @throws NationError `message_not_found`, also for a message that the caller may not read
 */
export const lockMessage = (ctx: CitizenContext, uid: string): Promise<Found> => openMessage(ctx, uid, 'FOR UPDATE')

/** The same without the lock. @throws NationError `message_not_found` */
export const findMessage = (ctx: CitizenContext, uid: string): Promise<Found> => openMessage(ctx, uid, '')

async function openMessage(ctx: CitizenContext, uid: string, lock: 'FOR UPDATE' | ''): Promise<Found> {
  const found = await anyMessage(ctx, uid, lock)
  if (!found.isOpen) throw new NationError('message_not_found')
  return found
}

/** A message, whether the caller may read it or not. The panel's session reads no direct conversations, not even those of its citizen. */
async function anyMessage({ caller, tx }: CitizenContext, uid: string, lock: 'FOR UPDATE' | ''): Promise<Found> {
  const row = await readFirst(
    tx,
    lockedRow,
    `SELECT conversation_id, number, sender_id, sent_at, deleted_at, has_images, text, withheld_from
     FROM messages
     WHERE uid = ? ${lock}`,
    [uid],
  )
  const place = row && (await readFirst(tx, placeRow, selectPlace, [row.conversation_id]))
  if (!row || !place) throw new NationError('message_not_found')
  const both = [
    [place.low_id, place.low_uid],
    [place.high_id, place.high_uid],
  ] as const
  const readers = both.flatMap(([id, reader]) => (reader === null || id === row.withheld_from ? [] : [reader]))
  const isOpen = place.channel === null ? !caller.panel && readers.includes(caller.uid) : mayRead(caller, place.channel)
  return { ...row, place, readers, isOpen }
}

/**
 * The citizen who blocks the caller in a direct conversation (row key): the caller's messages are withheld from them, and neither is
 * notified (decision 75). A block locks both citizens. So while the caller's row is locked, a block is committed or waits.
 * @throws NationError `recipient_blocked` when the caller blocks the other, `group_forbidden` when the caller may not write
 */
export function blockerOf({ caller }: CitizenContext, { place }: Found): string | null {
  const { channel, low_id, high_id, low_blocks, high_blocks } = place
  if (channel !== null) {
    if (!mayWrite(caller, channel)) throw new NationError('group_forbidden')
    return null
  }
  const isLow = caller.id === low_id
  if (isLow ? low_blocks : high_blocks) throw new NationError('recipient_blocked')
  if (!(isLow ? high_blocks : low_blocks)) return null
  return isLow ? high_id : low_id
}

/**
 * `messenger.edit-message`. An edit that changes nothing writes no event.
 * @throws NationError `muted`, `recipient_blocked`, `group_forbidden`, `message_not_found`, `message_not_yours`, `message_deleted`, `message_edit_too_late`, `message_empty`
 */
export async function editMessage(
  asked: CitizenContext,
  { messageId, message }: CallInput<'messenger.edit-message'>,
): Promise<CallOutput<'messenger.edit-message'>> {
  const ctx = await mustSpeak(asked)
  const locked = await lockMessage(ctx, messageId)
  const now = ctx.now()
  if (locked.sender_id !== ctx.caller.id) throw new NationError('message_not_yours')
  allow(canEditMessage({ sentAt: locked.sent_at, deletedAt: locked.deleted_at }, now))
  if (message === '' && !locked.has_images) throw new NationError('message_empty')
  const blocker = blockerOf(ctx, locked)
  const { affectedRows } = await write(
    ctx.tx,
    `UPDATE messages SET text = ?, edited_at = ?, withheld_from = COALESCE(withheld_from, ?)
     WHERE conversation_id = ? AND number = ? AND text <> BINARY ?`,
    [message, now, blocker, locked.conversation_id, locked.number, message],
  )
  if (affectedRows === 0) return presentAgain(ctx, messageId)
  await replaceWords(ctx.tx, [locked.conversation_id, locked.number], locked.text, message)
  await mentionAnew(ctx.tx, locked, locked.place, message)
  return changed(ctx, messageId, locked, blocker)
}

/**
 * `messenger.delete-message`: removes text, images and mentions; the place stays. A repeat changes nothing.
 * @throws NationError `message_not_found`, `message_not_yours`, `moderator_rival`, `moderator_criticised`
 */
export async function deleteMessage(
  asked: CitizenContext,
  { messageId }: CallInput<'messenger.delete-message'>,
): Promise<CallOutput<'messenger.delete-message'>> {
  // Who deletes their own locks no other citizen.
  if (can(asked.caller, 'content.moderate')) await lockWithSender(asked, messageId)
  const ctx = { ...asked, caller: await callerNow(asked) }
  const found = await mayDelete(ctx, messageId, 'FOR UPDATE')
  if (found.deleted_at === null) {
    if (!found.isOwn) await mustBeImpartial(ctx, found.sender_id, [found.conversation_id, found.number])
    await takeAway(ctx, messageId, found)
  }
  return presentDeleted(ctx, messageId, found)
}

/** Locks the caller and the sender of a message by ascending key: a candidacy that either begins waits, or has begun and counts. */
async function lockWithSender({ caller, tx }: CitizenContext, uid: string): Promise<void> {
  const sender = await readFirst(tx, { id: column.key }, 'SELECT sender_id AS id FROM messages WHERE uid = ?', [uid])
  await tx.query('SELECT id FROM citizens WHERE id IN (?) ORDER BY id LOCK IN SHARE MODE', [
    distinct([caller.id, sender?.id ?? caller.id]).sort(byKey),
  ])
}

/**
 * A message that the caller may delete. Citizens delete their own, by their own sign-in. Moderators delete any message in the rooms that
 * they may enter, and reported messages everywhere, in direct conversations, too (decision 79).
 * @throws NationError `message_not_found`, `message_not_yours`
 */
async function mayDelete(
  ctx: CitizenContext,
  uid: string,
  lock: 'FOR UPDATE' | '',
): Promise<Found & { readonly isOwn: boolean }> {
  const { caller } = ctx
  const found = await anyMessage(ctx, uid, lock)
  const isOwn = found.isOpen && found.sender_id === caller.id && !caller.panel
  // The admin chat is the administrators': the Minister of Marketing, who reads it, moderates where citizens talk.
  const inRoom = found.isOpen && found.place.channel !== null && mayWrite(caller, found.place.channel)
  const moderates = can(caller, 'content.moderate')
  // The panel may not delete direct messages of its own citizen, not even as the context of a reported one.
  const isTheirs = caller.panel && found.sender_id === caller.id
  if (isOwn || (moderates && (inRoom || (!isTheirs && (await isReported(ctx, uid)))))) return { ...found, isOwn }
  throw new NationError(found.isOpen ? 'message_not_yours' : 'message_not_found')
}

/** Whether a message is in the evidence of a report that the caller may read. */
async function isReported({ caller, tx }: CitizenContext, uid: string): Promise<boolean> {
  const row = await readFirst(
    tx,
    { id: column.key },
    `SELECT p.id FROM message_report_lines l JOIN message_reports p ON p.id = l.report_id
     WHERE l.message_uid = ? AND p.reported_id <> ? LIMIT 1`,
    [uid, caller.id],
  )
  return row !== undefined
}

async function takeAway(ctx: CitizenContext, uid: string, found: Awaited<ReturnType<typeof mayDelete>>): Promise<void> {
  const { caller, tx, journal } = ctx
  const { conversation_id: conversation, number, place, readers, isOwn } = found
  await tx.query(
    `UPDATE messages SET text = '', deleted_at = ?, deleted_by = ?, has_images = FALSE, has_mentions = FALSE
     WHERE conversation_id = ? AND number = ?`,
    [ctx.now(), caller.id, conversation, number],
  )
  await removeWords(tx, [{ place: [conversation, number], text: found.text }])
  // The next review deletes files that nothing else shows, instead of a week later.
  await tx.query(
    `UPDATE media f JOIN message_images i ON i.name = f.name SET f.review_at = ? WHERE i.conversation_id = ? AND i.number = ?`,
    [ctx.now(), conversation, number],
  )
  for (const table of ['message_images', 'message_mentions'])
    await tx.query(`DELETE FROM ${table} WHERE conversation_id = ? AND number = ?`, [conversation, number])
  if (!isOwn) {
    const facts = { what: 'message', reason: null } as const
    journal.add({ kind: 'admin.deleted', actor: caller.uid, subject: uid, facts })
    writeModerationEvent(ctx)
  }
  writeMessageEvent(ctx, 'changed', { ...place, readers }, { from: number, to: number })
}

/** A deleted message. A citizen who may not read the conversation does not see which message it answered. */
async function presentDeleted(
  ctx: CitizenContext,
  uid: string,
  { isOpen }: Found,
): Promise<CallOutput<'messenger.delete-message'>> {
  const { message } = await presentAgain(ctx, uid)
  return { success: true, message: isOpen ? message : { ...message, replyTo: null } }
}

/** The answer to a repeated deletion. @throws NationError `message_not_found`, `message_not_yours` */
export async function deletedAgain(ctx: CitizenContext, uid: string): Promise<CallOutput<'messenger.delete-message'>> {
  return presentDeleted(ctx, uid, await mayDelete(ctx, uid, ''))
}

/** Writes the event of a change, in a direct conversation not for a citizen who blocks the caller. Returns the current message. */
export async function changed(
  ctx: CitizenContext,
  uid: string,
  { number, place, readers: all }: Found,
  blocker: string | null = null,
): Promise<CallOutput<'messenger.edit-message'>> {
  const readers = blocker === null ? all : [ctx.caller.uid]
  writeMessageEvent(ctx, 'changed', { ...place, readers }, { from: number, to: number })
  return presentAgain(ctx, uid)
}

/**
 * The current message: the answer to a repeated edit.
 * @throws NationError `message_not_found` when the caller may not read it any more
 */
export async function messageAgain(ctx: CitizenContext, uid: string): Promise<CallOutput<'messenger.edit-message'>> {
  await findMessage(ctx, uid)
  return presentAgain(ctx, uid)
}

/** The current state of a message that the caller may read. */
export async function presentAgain(ctx: CitizenContext, uid: string): Promise<CallOutput<'messenger.edit-message'>> {
  const row = await readFirst(
    ctx.tx,
    { ...messageRow, conversation_id: column.key },
    `SELECT ${messageColumns}, m.conversation_id FROM messages m ${senderAndQuoted} WHERE m.uid = ?`,
    [uid],
  )
  if (!row) throw new NationError('message_not_found')
  const contents = await contentsOf(ctx.tx, row.conversation_id, [row], ctx.caller.id)
  return { success: true, message: presentMessage(row, ctx.caller, contents.get(row.number)) }
}
