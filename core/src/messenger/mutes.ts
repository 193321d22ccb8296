import { usernameOf } from '@nation/domain/citizens'
import { can, governmentRoles, citizenRoles } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allow, NationError } from '@nation/domain/errors'
import { canMute, canSpeak, type Mute } from '@nation/domain/messenger'
import { callerNow } from '../auth'
import { lockBoth, pictureColumns, pictureOfRow, pictureRow } from '../citizens'
import { rivalsAmong } from '../elections'
import {
  column,
  readFirst,
  readRows,
  type CitizenContext,
  type Queries,
  type RowOf,
  cursorInstant,
  readCursor,
  writeCursor,
} from '../platform'
import { mustBeImpartial, type MessagePlace } from './impartial'
import { writeModerationEvent } from './message-events'

const muteRow = { citizen_id: column.key, until_at: column.instant, reason: column.text }

/** A statement that reads the mutes of citizens (row keys), behind the locks of their rows. */
const selectMutes = 'SELECT citizen_id, until_at, reason FROM citizen_mutes WHERE citizen_id IN (?)'

const muteOf = (row: RowOf<typeof muteRow> | undefined): Mute | undefined =>
  row && { until: row.until_at, reason: row.reason }

/** The citizen's mute, if there was one; it may have ended. */
export const readMute = async (tx: Queries, citizenId: string): Promise<Mute | undefined> =>
  muteOf(await readFirst(tx, muteRow, selectMutes, [[citizenId]]))

/**
 * Checks that the caller may write. It locks the caller's row, so that a mute waits for this transaction, or is seen by it. Call it
 * before messages are locked.
 * @returns the context with the caller as they are behind the lock
 * @throws NationError `muted`, `session_ended`
 */
export async function mustSpeak(ctx: CitizenContext): Promise<CitizenContext> {
  await ctx.tx.query('SELECT id FROM citizens WHERE id = ? FOR UPDATE', [ctx.caller.id])
  const caller = await callerNow(ctx)
  allow(canSpeak(await readMute(ctx.tx, caller.id), ctx.now()))
  return { ...ctx, caller }
}

/**
 * `messenger.mute`: from its commit on the citizen cannot write: a sender's row is locked before its mutes are read. A mute that is in
 * force and lasts longer stays as it is, with its reason: the second moderator may not know of it.
 * @returns the end of the mute that is in force now
 * @throws NationError `citizen_not_found`, `mute_forbidden`, `moderator_rival`, `moderator_criticised`
 */
export async function mute(
  ctx: CitizenContext,
  { citizenId, hours, reason, messageId }: CallInput<'messenger.mute'>,
): Promise<CallOutput<'messenger.mute'>> {
  const { caller, member } = await lockBoth(ctx, citizenId)
  if (!can(caller, 'content.moderate')) throw new NationError('forbidden')
  allow(canMute(caller, member))
  await mustBeImpartial(ctx, member.id, await placeOf(ctx, messageId, member.id))
  const now = ctx.now()
  const until = new Date(now.getTime() + hours * 3_600_000)
  const before = await readMute(ctx.tx, member.id)
  if (before && before.until > until) return { success: true, mutedUntil: before.until.getTime() }
  await ctx.tx.query(
    `INSERT INTO citizen_mutes (citizen_id, until_at, reason, muted_by, created_at) VALUES (?)
     ON DUPLICATE KEY UPDATE until_at = VALUES(until_at), reason = VALUES(reason), muted_by = VALUES(muted_by),
       created_at = VALUES(created_at)`,
    [[member.id, until, reason, caller.id, now]],
  )
  const facts = { until: until.getTime(), reason }
  ctx.journal.add({ kind: 'messenger.muted', actor: caller.uid, subject: citizenId, facts })
  writeMuteEvents(ctx, citizenId)
  return { success: true, mutedUntil: until.getTime() }
}

/** The place of a citizen's message, if there is one under this public id. */
async function placeOf(
  { tx }: CitizenContext,
  messageId: string | undefined,
  senderId: string,
): Promise<MessagePlace | undefined> {
  if (messageId === undefined) return undefined
  const found = await readFirst(
    tx,
    { conversation_id: column.key, number: column.integer },
    'SELECT conversation_id, number FROM messages WHERE uid = ? AND sender_id = ?',
    [messageId, senderId],
  )
  return found && [found.conversation_id, found.number]
}

/**
 * `messenger.unmute`. A repeat changes nothing.
 * @throws NationError `citizen_not_found`, `mute_forbidden`, `moderator_rival`
 */
export async function unmute(
  ctx: CitizenContext,
  { citizenId }: CallInput<'messenger.unmute'>,
): Promise<CallOutput<'messenger.unmute'>> {
  const { caller, member } = await lockBoth(ctx, citizenId)
  if (!can(caller, 'content.moderate')) throw new NationError('forbidden')
  allow(canMute(caller, member))
  await mustBeImpartial(ctx, member.id)
  const before = await readMute(ctx.tx, member.id)
  if (before && before.until > ctx.now()) {
    await ctx.tx.query('UPDATE citizen_mutes SET until_at = ? WHERE citizen_id = ?', [ctx.now(), member.id])
    ctx.journal.add({ kind: 'messenger.unmuted', actor: caller.uid, subject: citizenId, facts: {} })
    writeMuteEvents(ctx, citizenId)
  }
  return { success: true, mutedUntil: null }
}

function writeMuteEvents(ctx: CitizenContext, uid: string): void {
  ctx.journal.add({ kind: 'messenger.mute-changed', subject: uid, facts: {}, visibility: `citizen:${uid}` })
  writeModerationEvent(ctx)
}

const mutedRow = {
  citizen_id: column.key,
  until_at: column.instant,
  reason: column.text,
  created_at: column.instant,
  uid: column.text,
  username: column.text,
  handle: column.text,
  is_admin: column.flag,
  is_super_admin: column.flag,
  role: column.oneOf(citizenRoles),
  government_role: column.oneOf(governmentRoles).nullable,
  by_uid: column.text.nullable,
  by_name: column.text.nullable,
  ...pictureRow,
}

/** `messenger.get-mutes`: the mutes that are in force; those that end first are first. */
export async function getMutes(
  ctx: CitizenContext,
  { cursor, limit }: CallInput<'messenger.get-mutes'>,
): Promise<CallOutput<'messenger.get-mutes'>> {
  const [at, id] = cursor === undefined ? [] : readCursor(cursor, 2)
  const now = ctx.now()
  const later = id === undefined ? '' : 'AND m.until_at >= ? AND (m.until_at > ? OR m.citizen_id > ?)'
  const rows = await readRows(
    ctx.tx,
    mutedRow,
    `SELECT m.citizen_id, m.until_at, m.reason, m.created_at, c.uid, c.username, c.handle, c.is_admin, c.is_super_admin,
       c.role, c.government_role, b.uid AS by_uid, b.username AS by_name, ${pictureColumns('c')}
     FROM citizen_mutes m FORCE INDEX (ix_citizen_mutes_until) STRAIGHT_JOIN citizens c ON c.id = m.citizen_id
     LEFT JOIN citizens b ON b.id = m.muted_by
     WHERE m.until_at > ? ${later} ORDER BY m.until_at, m.citizen_id LIMIT ${limit + 1}`,
    [now, ...(id === undefined ? [] : [cursorInstant(at), cursorInstant(at), id])],
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const rivals = await rivalsAmong(
    ctx.tx,
    ctx.caller.id,
    shown.map((row) => row.citizen_id),
  )
  return {
    success: true,
    mutes: shown.map((row) => presentMute(row, ctx.caller, rivals.has(row.citizen_id))),
    nextCursor: last && rows.length > limit ? writeCursor([last.until_at.getTime(), last.citizen_id]) : null,
  }
}

function presentMute(row: RowOf<typeof mutedRow>, caller: CitizenContext['caller'], isRival: boolean) {
  const { uid, role, government_role: governmentRole, is_admin: isAdmin, is_super_admin: isSuperAdmin } = row
  return {
    citizen: {
      id: uid,
      username: usernameOf(row.username),
      twitterUsername: row.handle,
      profilePicture: pictureOfRow(row),
    },
    until: row.until_at.getTime(),
    reason: row.reason,
    mutedAt: row.created_at.getTime(),
    mutedBy: row.by_uid === null ? null : { id: row.by_uid, username: usernameOf(row.by_name) },
    mayEnd: !isRival && canMute(caller, { uid, role, governmentRole, isAdmin, isSuperAdmin }).allowed,
  }
}
