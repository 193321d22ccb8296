import { broadcastLimits, broadcastTypes, canBroadcast, isOnAir } from '@nation/domain/broadcasts'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allow, NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { callerNow } from '../auth'
import { readCursor, writeCursor, type CitizenContext, column, type Context, readRows, type RowOf } from '../platform'
import { Broadcast } from './broadcast.entity'

type PanelView = CallOutput<'broadcast.get-messages'>['messages'][number]
type PublicView = CallOutput<'broadcast.get-active'>['messages'][number]

/** `broadcast.get-active`: what is on at the moment, the newest first. */
export async function activeBroadcasts(ctx: Context): Promise<CallOutput<'broadcast.get-active'>> {
  const now = ctx.now()
  // An end counts from its instant, also before it is written down.
  const onAir = 'WHERE b.archived_at IS NULL AND b.ended_at IS NULL AND (b.ends_at IS NULL OR b.ends_at > ?)'
  const rows = await rowsOf(ctx.tx, onAir, [now], broadcastLimits.active, 'ix_broadcasts_on_air')
  return { success: true, messages: rows.map((row) => presentBroadcast(row, now)) }
}

/** `broadcast.get-messages`: all of them for the panel, those that ended or were taken down too, the newest first. */
export async function allBroadcasts(
  ctx: Context,
  input: CallInput<'broadcast.get-messages'>,
): Promise<CallOutput<'broadcast.get-messages'>> {
  const limit = input.limit ?? broadcastLimits.page
  const before = input.cursor === undefined ? [] : readCursor(input.cursor, 1)
  const rows = await rowsOf(ctx.tx, before.length > 0 ? 'WHERE b.id < ?' : '', before, limit + 1)
  const page = rows.slice(0, limit)
  const now = ctx.now()
  const last = page[page.length - 1]
  return {
    success: true,
    messages: page.map((row) => ({ ...presentBroadcast(row, now), ...presentDeletion(row) })),
    nextCursor: last && rows.length > limit ? writeCursor([last.id]) : null,
  }
}

/**
 * `broadcast.create`: a message to everybody, from the citizen whose panel account this is.
 * @throws NationError `broadcast_empty`, `broadcast_end_invalid`
 */
export async function createBroadcast(
  ctx: CitizenContext,
  input: CallInput<'broadcast.create'>,
): Promise<CallOutput<'broadcast.create'>> {
  await callerNow(ctx)
  const now = ctx.now()
  const endsAt = typeof input.endsAt === 'number' ? new Date(input.endsAt) : null
  allow(canBroadcast(input.message, endsAt, now))
  const uid = ctx.newId()
  await ctx.tx.getRepository(Broadcast).insert({
    uid,
    message: input.message,
    type: input.type,
    createdBy: ctx.caller.id,
    createdAt: now,
    endsAt,
    endedAt: null,
    archivedBy: null,
    archivedAt: null,
  })
  ctx.journal.add({ kind: 'broadcasts.created', actor: ctx.caller.uid, subject: uid, facts: { type: input.type } })
  return sentBroadcast(ctx, { messageId: uid })
}

/**
 * A message as `broadcast.create` answered it.
 * @throws NationError `broadcast_not_found`
 */
export async function sentBroadcast(
  ctx: CitizenContext,
  { messageId }: { readonly messageId: string },
): Promise<CallOutput<'broadcast.create'>> {
  const [row] = await rowsOf(ctx.tx, 'WHERE b.uid = ?', [messageId], 1, 'uq_broadcasts_uid')
  if (!row) throw new NationError('broadcast_not_found')
  return { success: true, broadcast: presentBroadcast(row, ctx.now()) }
}

/**
 * `broadcast.delete`: takes a message down, also one that has ended. It stays on record; taking it down again changes nothing.
 * @throws NationError `broadcast_not_found`
 */
export async function deleteBroadcast(
  ctx: CitizenContext,
  { messageId, reason }: CallInput<'broadcast.delete'>,
): Promise<CallOutput<'broadcast.delete'>> {
  await callerNow(ctx)
  const broadcasts = ctx.tx.getRepository(Broadcast)
  const broadcast = await broadcasts.findOne({ where: { uid: messageId }, lock: { mode: 'pessimistic_write' } })
  if (!broadcast) throw new NationError('broadcast_not_found')
  if (broadcast.archivedAt === null) {
    await broadcasts.update({ id: broadcast.id }, { archivedBy: ctx.caller.id, archivedAt: ctx.now() })
    ctx.journal.add({ kind: 'broadcasts.deleted', actor: ctx.caller.uid, subject: messageId })
    const facts = { what: 'broadcast', reason: reason ?? null } as const
    ctx.journal.add({ kind: 'admin.deleted', actor: ctx.caller.uid, subject: messageId, facts })
  }
  return { success: true, messageId }
}

const rowShape = {
  id: column.key,
  uid: column.text,
  message: column.text,
  type: column.oneOf(broadcastTypes),
  created_at: column.instant,
  created_by: column.text,
  ends_at: column.instant.nullable,
  archived_at: column.instant.nullable,
  archived_by: column.text.nullable,
}

type Row = RowOf<typeof rowShape>

/** The newest first: row keys grow with time. `index` is the one in whose order they are, and no more than the page is read. */
function rowsOf(
  tx: EntityManager,
  where: string,
  values: readonly (string | Date)[],
  limit: number,
  index = 'PRIMARY',
): Promise<Row[]> {
  return readRows(
    tx,
    rowShape,
    `SELECT b.id, b.uid, b.message, b.type, b.created_at, b.ends_at, b.archived_at,
       author.username AS created_by, archivist.username AS archived_by
     FROM broadcasts b FORCE INDEX (${index})
     STRAIGHT_JOIN citizens author ON author.id = b.created_by
     LEFT JOIN citizens archivist ON archivist.id = b.archived_by
     ${where} ORDER BY b.id DESC LIMIT ${limit}`,
    [...values],
  )
}

const presentBroadcast = (row: Row, now: Date): PublicView => ({
  id: row.uid,
  message: row.message,
  type: row.type,
  isActive: isOnAir({ archivedAt: row.archived_at, endsAt: row.ends_at }, now),
  createdBy: row.created_by,
  createdAt: row.created_at.getTime(),
  endsAt: row.ends_at?.getTime() ?? null,
})

const presentDeletion = (row: Row): Pick<PanelView, 'deletedBy' | 'deletedAt'> => ({
  deletedBy: row.archived_by,
  deletedAt: row.archived_at?.getTime() ?? null,
})
