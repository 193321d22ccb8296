import { usernameOf } from '@nation/domain/citizens'
import { can } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { channels, safetyLimits } from '@nation/domain/messenger'
import { z } from 'zod'
import { callerNow } from '../auth'
import { pictureColumns, pictureOfRow, pictureRow } from '../citizens'
import {
  column,
  readFirst,
  readOne,
  readRows,
  type CitizenContext,
  type RowOf,
  byKey,
  groupBy,
  cursorInstant,
  readCursor,
  writeCursor,
} from '../platform'
import { findMessage } from './change-message'
import { mustBeImpartial } from './impartial'
import { writeModerationEvent } from './message-events'

/**
 * `messenger.report`: keeps the message and what was said around it as evidence, as it is now. Its sender is not notified. Done
 * again, it changes nothing.
 * @throws NationError `message_not_found`, `message_deleted`, `report_oneself`
 */
export async function report(
  asked: CitizenContext,
  { messageId, reason }: CallInput<'messenger.report'>,
): Promise<CallOutput<'messenger.report'>> {
  const ctx = { ...asked, caller: await callerNow(asked) }
  const { caller, tx } = ctx
  const found = await findMessage(ctx, messageId)
  if (found.sender_id === caller.id) throw new NationError('report_oneself')
  const place = [found.conversation_id, found.number] as const
  const lines = await lockEvidence(ctx, place)
  const known = await reportOf(ctx, place)
  if (known) return { success: true, reported: true }
  // The row as it was read under the lock decides.
  const message = lines.find(({ number }) => number === found.number)
  if (!message) throw new NationError('message_not_found')
  if (message.deleted_at !== null) throw new NationError('message_deleted')
  const uid = ctx.newId()
  await tx.query(
    `INSERT IGNORE INTO message_reports (uid, conversation_id, number, reported_id, reporter_id, reason, created_at)
     VALUES (?)`,
    [[uid, ...place, found.sender_id, caller.id, reason, ctx.now()]],
  )
  const made = await reportOf(ctx, place)
  if (made?.uid !== uid) return { success: true, reported: true }
  const images = await imagesOf(ctx, found.conversation_id, lines)
  await tx.query(
    `INSERT INTO message_report_lines (report_id, number, message_uid, sender_id, text, sent_at, edited_at, deleted_at, images)
     VALUES ?`,
    [
      lines.map((line) => [
        made.id,
        line.number,
        line.uid,
        line.sender_id,
        line.text,
        line.sent_at,
        line.edited_at,
        line.deleted_at,
        images.get(line.number) ?? null,
      ]),
    ],
  )
  ctx.journal.add({ kind: 'messenger.reported', subject: uid, facts: {} })
  return { success: true, reported: true }
}

const evidenceRow = {
  number: column.integer,
  uid: column.text,
  sender_id: column.key,
  text: column.text,
  sent_at: column.instant,
  edited_at: column.instant.nullable,
  deleted_at: column.instant.nullable,
}

/**
 * A message and what was said around it, locked by ascending number. So the erasure of a sender has emptied it before, or waits for
 * the report, whose lines it then finds: no copy is left.
 */
const lockEvidence = ({ caller, tx }: CitizenContext, [conversation, number]: readonly [string, number]) =>
  readRows(
    tx,
    evidenceRow,
    `SELECT number, uid, sender_id, text, sent_at, edited_at, deleted_at FROM messages FORCE INDEX (PRIMARY)
     WHERE conversation_id = ? AND number BETWEEN ? AND ? AND (withheld_from IS NULL OR withheld_from <> ?)
     ORDER BY number LOCK IN SHARE MODE`,
    [conversation, Math.max(1, number - safetyLimits.surroundings), number + safetyLimits.surroundings, caller.id],
  )

const evidenceImage = z.object({ name: z.string(), width: z.number(), height: z.number() })

/** What messages show, as evidence keeps it, by their numbers. Who deletes one has taken its images before, or waits for the report. */
async function imagesOf(
  { tx }: CitizenContext,
  conversation: string,
  lines: readonly { readonly number: number }[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await readRows(
    tx,
    { number: column.integer, name: column.text, width: column.integer, height: column.integer },
    `SELECT number, name, width, height FROM message_images WHERE conversation_id = ? AND number IN (?)
     ORDER BY number, place`,
    [conversation, lines.map(({ number }) => number)],
  )
  const kept = groupBy(rows, ({ number }) => number)
  return new Map(
    [...kept].map(([number, those]) => [
      number,
      JSON.stringify(those.map(({ name, width, height }) => ({ name, width, height }))),
    ]),
  )
}

const reportOf = ({ caller, tx }: CitizenContext, place: readonly [string, number]) =>
  readFirst(
    tx,
    { id: column.key, uid: column.text },
    `SELECT id, uid FROM message_reports WHERE reporter_id = ? AND conversation_id = ? AND number = ? LOCK IN SHARE MODE`,
    [caller.id, ...place],
  )

const reportRow = {
  id: column.key,
  uid: column.text,
  number: column.integer,
  channel: column.oneOf(channels).nullable,
  reason: column.text,
  created_at: column.instant,
  resolved_at: column.instant.nullable,
  resolution: column.text.nullable,
  reporter_uid: column.text,
  reporter_name: column.text,
  reported_uid: column.text,
  reported_name: column.text,
  muted_until: column.instant.nullable,
  resolver_uid: column.text.nullable,
  resolver_name: column.text.nullable,
}

const selectReports = `SELECT p.id, p.uid, p.number, v.channel, p.reason, p.created_at, p.resolved_at, p.resolution,
    a.uid AS reporter_uid, a.username AS reporter_name, b.uid AS reported_uid, b.username AS reported_name,
    (SELECT m.until_at FROM citizen_mutes m WHERE m.citizen_id = p.reported_id) AS muted_until,
    d.uid AS resolver_uid, d.username AS resolver_name
  FROM message_reports p JOIN conversations v ON v.id = p.conversation_id
  JOIN citizens a ON a.id = p.reporter_id JOIN citizens b ON b.id = p.reported_id
  LEFT JOIN citizens d ON d.id = p.resolved_by`

/**
 * `messenger.get-reports`: the open ones, the oldest first, or the resolved ones, the latest first; with their evidence. Moderators
 * do not see reports about themselves, which name who made them.
 */
export async function getReports(
  ctx: CitizenContext,
  { status, cursor, limit }: CallInput<'messenger.get-reports'>,
): Promise<CallOutput<'messenger.get-reports'>> {
  const rows = await (status === 'open' ? openReports : resolvedReports)(ctx, cursor, limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const lines = await linesOf(ctx, shown)
  const next = last && [...(last.resolved_at ? [last.resolved_at.getTime()] : []), last.id]
  return {
    success: true,
    reports: shown.map((row) => presentReport(row, lines.get(row.id) ?? [], ctx.now())),
    nextCursor: rows.length > limit && next ? writeCursor(next) : null,
  }
}

function openReports({ caller, tx }: CitizenContext, cursor: string | undefined, limit: number) {
  const [id = '0'] = cursor === undefined ? [] : readCursor(cursor, 1)
  const sql = `${selectReports} WHERE p.resolved_at IS NULL AND p.reported_id <> ? AND p.id > ?
    ORDER BY p.id LIMIT ${limit}`
  return readRows(tx, reportRow, sql, [caller.id, id])
}

function resolvedReports({ caller, tx }: CitizenContext, cursor: string | undefined, limit: number) {
  const [at, id] = cursor === undefined ? [] : readCursor(cursor, 2)
  const earlier = id === undefined ? '' : 'AND p.resolved_at <= ? AND (p.resolved_at < ? OR p.id < ?)'
  const values = id === undefined ? [] : [cursorInstant(at), cursorInstant(at), id]
  const sql = `${selectReports} WHERE p.resolved_at IS NOT NULL AND p.reported_id <> ? ${earlier}
    ORDER BY p.resolved_at DESC, p.id DESC LIMIT ${limit}`
  return readRows(tx, reportRow, sql, [caller.id, ...values])
}

const lineRow = {
  report_id: column.key,
  number: column.integer,
  message_uid: column.text,
  sender_uid: column.text,
  sender_name: column.text,
  text: column.text,
  sent_at: column.instant,
  edited_at: column.instant.nullable,
  deleted_at: column.instant.nullable,
  is_gone: column.flag,
  images: column.json(z.array(evidenceImage)).nullable,
  ...pictureRow,
}

type Line = RowOf<typeof lineRow>

async function linesOf({ tx }: CitizenContext, reports: readonly { id: string }[]): Promise<Map<string, Line[]>> {
  if (reports.length === 0) return new Map()
  const rows = await readRows(
    tx,
    lineRow,
    `SELECT l.report_id, l.number, l.message_uid, c.uid AS sender_uid, c.username AS sender_name, l.text, l.sent_at,
       l.edited_at, l.deleted_at, l.images, m.deleted_at IS NOT NULL AS is_gone, ${pictureColumns('c')}
     FROM message_report_lines l JOIN message_reports p ON p.id = l.report_id JOIN citizens c ON c.id = l.sender_id
     LEFT JOIN messages m ON m.conversation_id = p.conversation_id AND m.number = l.number
     WHERE l.report_id IN (?)
     ORDER BY l.report_id, l.number`,
    [reports.map(({ id }) => id)],
  )
  return groupBy(rows, (row) => row.report_id)
}

function presentReport(
  row: RowOf<typeof reportRow>,
  lines: readonly Line[],
  now: Date,
): CallOutput<'messenger.get-reports'>['reports'][number] {
  const someone = (id: string, name: string | null) => ({ id, username: usernameOf(name) })
  return {
    id: row.uid,
    reporter: someone(row.reporter_uid, row.reporter_name),
    reported: someone(row.reported_uid, row.reported_name),
    reason: row.reason,
    reportedAt: row.created_at.getTime(),
    mutedUntil: row.muted_until !== null && row.muted_until > now ? row.muted_until.getTime() : null,
    channel: row.channel,
    messages: lines.map((line) => ({
      number: line.number,
      messageId: line.message_uid,
      senderId: line.sender_uid,
      senderName: usernameOf(line.sender_name),
      senderPicture: pictureOfRow(line),
      message: line.text,
      images: (line.images ?? []).map(({ name, width, height }) => ({ url: `/media/${name}`, width, height })),
      timestamp: line.sent_at.getTime(),
      editedAt: line.edited_at?.getTime() ?? null,
      deletedAt: line.deleted_at?.getTime() ?? null,
      isDeleted: line.is_gone,
      reported: line.number === row.number,
    })),
    resolvedAt: row.resolved_at?.getTime() ?? null,
    resolvedBy: row.resolver_uid === null ? null : someone(row.resolver_uid, row.resolver_name),
    resolution: row.resolution,
  }
}

/**
 * `messenger.resolve-report`: says what was done, once.
 * @throws NationError `report_not_found`, `report_resolved`, `report_oneself`, `moderator_rival`, `moderator_criticised`
 */
export async function resolveReport(
  ctx: CitizenContext,
  { reportId, resolution }: CallInput<'messenger.resolve-report'>,
): Promise<CallOutput<'messenger.resolve-report'>> {
  const { tx } = ctx
  const about = await readFirst(tx, { id: column.key }, 'SELECT reported_id AS id FROM message_reports WHERE uid = ?', [
    reportId,
  ])
  // Locked in the order of keys: a citizen who leaves at this moment has left before, or their erasure finds what is written here.
  const both = [ctx.caller.id, ...(about ? [about.id] : [])].sort(byKey)
  await tx.query('SELECT id FROM citizens WHERE id IN (?) ORDER BY id LOCK IN SHARE MODE', [both])
  const caller = await callerNow(ctx)
  if (!can(caller, 'content.moderate')) throw new NationError('forbidden')
  if (!about) throw new NationError('report_not_found')
  const reported = await readOne(
    tx,
    { uid: column.text, left_at: column.instant.nullable },
    'SELECT uid, left_at FROM citizens WHERE id = ? LOCK IN SHARE MODE',
    [about.id],
  )
  const row = await readFirst(
    tx,
    {
      id: column.key,
      reported_id: column.key,
      conversation_id: column.key,
      number: column.integer,
      resolved_at: column.instant.nullable,
    },
    'SELECT id, reported_id, conversation_id, number, resolved_at FROM message_reports WHERE uid = ? FOR UPDATE',
    [reportId],
  )
  if (!row) throw new NationError('report_not_found')
  if (row.reported_id === caller.id) throw new NationError('report_oneself')
  if (row.resolved_at !== null) throw new NationError('report_resolved')
  await mustBeImpartial(ctx, row.reported_id, [row.conversation_id, row.number])
  const now = ctx.now()
  // No words about a former citizen are stored: what was there is erased already.
  const said = reported.left_at === null ? resolution : ''
  await tx.query('UPDATE message_reports SET resolved_at = ?, resolved_by = ?, resolution = ? WHERE id = ?', [
    now,
    caller.id,
    said,
    row.id,
  ])
  const facts = { reportId, resolution: said }
  ctx.journal.add({ kind: 'messenger.report-resolved', actor: caller.uid, subject: reported.uid, facts })
  writeModerationEvent(ctx)
  return { success: true, resolvedAt: now.getTime() }
}
