import { usernameOf } from '@nation/domain/citizens'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { safetyLimits } from '@nation/domain/messenger'
import { pictureColumns, pictureOfRow, pictureRow } from '../citizens'
import { column, readFirst, readOne, readRows, write, type CitizenContext, byKey } from '../platform'

/**
 * `messenger.block`: from its commit on, messages of the blocked citizen to the caller are withheld from the caller, and neither
 * of them is notified of that (decision 75). A repeat changes nothing.
 *
 * Locks: citizens (the caller, so that the limit holds; the row of the block holds both), then their conversation, which senders
 * lock before they look for blocks.
 * @throws NationError `block_oneself`, `citizen_not_found`, `blocks_full`
 */
export async function block(
  ctx: CitizenContext,
  { citizenId }: CallInput<'messenger.block'>,
): Promise<CallOutput<'messenger.block'>> {
  const { caller, tx } = ctx
  if (citizenId === caller.uid) throw new NationError('block_oneself')
  const other = await citizenOf(ctx, citizenId)
  await lockBoth(ctx, other)
  const { blocks } = await readOne(
    tx,
    { blocks: column.integer },
    'SELECT COUNT(*) AS blocks FROM citizen_blocks WHERE blocker_id = ? AND blocked_id <> ?',
    [caller.id, other],
  )
  if (blocks >= safetyLimits.blocks) throw new NationError('blocks_full')
  const { affectedRows } = await write(
    tx,
    'INSERT IGNORE INTO citizen_blocks (blocker_id, blocked_id, created_at) VALUES (?)',
    [[caller.id, other, ctx.now()]],
  )
  if (affectedRows > 0) {
    await readUp(ctx, other)
    writeOwnSettingsEvent(ctx)
  }
  return { success: true, blocked: true }
}

async function lockBoth({ caller, tx }: CitizenContext, other: string): Promise<void> {
  await tx.query('SELECT id FROM citizens WHERE id IN (?) ORDER BY id FOR UPDATE', [[caller.id, other].sort(byKey)])
}

/** Waits for a message that is being written now, and counts the messages so far as read. */
async function readUp(ctx: CitizenContext, other: string): Promise<void> {
  const { caller, tx } = ctx
  const conversation = await lockConversation(ctx, other)
  if (!conversation) return
  await tx.query(
    'UPDATE conversation_readers SET read_number = GREATEST(read_number, ?) WHERE citizen_id = ? AND conversation_id = ?',
    [conversation.last_number, caller.id, conversation.id],
  )
}

/**
 * `messenger.unblock`: withheld messages stay withheld. Only a withheld request appears now, like the request of any stranger
 * (decision 79). A repeat changes nothing.
 *
 * Locks: both citizens, then their conversation, as `block` does, so that a message that is being written now was
 * written before, or finds no block.
 * @throws NationError `citizen_not_found`
 */
export async function unblock(
  ctx: CitizenContext,
  { citizenId }: CallInput<'messenger.unblock'>,
): Promise<CallOutput<'messenger.unblock'>> {
  const other = await citizenOf(ctx, citizenId)
  await lockBoth(ctx, other)
  const conversation = await lockConversation(ctx, other)
  const { affectedRows } = await write(ctx.tx, 'DELETE FROM citizen_blocks WHERE blocker_id = ? AND blocked_id = ?', [
    ctx.caller.id,
    other,
  ])
  if (affectedRows > 0) {
    if (conversation?.started_by === other && conversation.accepted_at === null) await showRequest(ctx, conversation)
    writeOwnSettingsEvent(ctx)
  }
  return { success: true, blocked: false }
}

/** Puts a request that was withheld into the caller's list, at the place of its time. */
async function showRequest({ caller, tx }: CitizenContext, { id }: { readonly id: string }): Promise<void> {
  const { affectedRows } = await write(
    tx,
    'UPDATE messages SET withheld_from = NULL WHERE conversation_id = ? AND withheld_from = ?',
    [id, caller.id],
  )
  if (affectedRows === 0) return
  await tx.query(
    `UPDATE conversation_readers r JOIN conversations v ON v.id = r.conversation_id SET r.last_at = v.last_at
     WHERE r.citizen_id = ? AND r.conversation_id = ?`,
    [caller.id, id],
  )
}

const betweenTwo = {
  id: column.key,
  started_by: column.key.nullable,
  accepted_at: column.instant.nullable,
  last_number: column.integer,
}

/** The conversation of the caller and another, locked. */
const lockConversation = ({ caller, tx }: CitizenContext, other: string) =>
  readFirst(
    tx,
    betweenTwo,
    'SELECT id, started_by, accepted_at, last_number FROM conversations WHERE low_id = ? AND high_id = ? FOR UPDATE',
    [caller.id, other].sort(byKey),
  )

/** The row key of a citizen; former citizens can be blocked, too. @throws NationError `citizen_not_found` */
async function citizenOf({ tx }: CitizenContext, uid: string): Promise<string> {
  const row = await readFirst(tx, { id: column.key }, 'SELECT id FROM citizens WHERE uid = ?', [uid])
  if (!row) throw new NationError('citizen_not_found')
  return row.id
}

/** Writes the event by which the caller's other devices show the same. */
export const writeOwnSettingsEvent = ({ caller, journal }: CitizenContext): void =>
  journal.add({ kind: 'messenger.set', actor: caller.uid, facts: {}, visibility: `citizen:${caller.uid}` })

const blockedRow = {
  uid: column.text,
  username: column.text,
  handle: column.text,
  created_at: column.instant,
  ...pictureRow,
}

/** `messenger.get-blocks`: all blocks of the caller (their number is limited), the latest first. */
export async function getBlocks({ caller, tx }: CitizenContext): Promise<CallOutput<'messenger.get-blocks'>> {
  const rows = await readRows(
    tx,
    blockedRow,
    `SELECT c.uid, c.username, c.handle, b.created_at, ${pictureColumns('c')}
     FROM citizen_blocks b JOIN citizens c ON c.id = b.blocked_id WHERE b.blocker_id = ?
     ORDER BY b.created_at DESC, b.blocked_id DESC`,
    [caller.id],
  )
  return {
    success: true,
    users: rows.map((row) => ({
      id: row.uid,
      username: usernameOf(row.username),
      twitterUsername: row.handle,
      profilePicture: pictureOfRow(row),
      blockedAt: row.created_at.getTime(),
    })),
  }
}
