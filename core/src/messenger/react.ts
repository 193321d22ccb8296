import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import type { Reaction } from '@nation/domain/messenger'
import { column, readFirst, write, type CitizenContext } from '../platform'
import { blockerOf, changed, lockMessage, presentAgain } from './change-message'
import { mustSpeak } from './mutes'

/**
 * `messenger.react`: a citizen gives each reaction to a message once. Its row is locked, so that the count equals the number of rows.
 * Without a change no event is written.
 * @throws NationError `muted`, `message_not_found`, `message_deleted`, `group_forbidden`, `recipient_blocked`
 */
export async function react(
  asked: CitizenContext,
  { messageId, reaction, on }: CallInput<'messenger.react'>,
): Promise<CallOutput<'messenger.react'>> {
  const ctx = await mustSpeak(asked)
  const { caller, tx } = ctx
  const locked = await lockMessage(ctx, messageId)
  const { conversation_id: conversation, number } = locked
  const blocker = blockerOf(ctx, locked)
  if (locked.deleted_at !== null) throw new NationError('message_deleted')
  const given = { place: [conversation, number] as const, citizenId: caller.id, reaction }
  const isNew = on ? await give(ctx, given, blocker !== null) : await takeBack(ctx, given)
  if (!isNew) return presentAgain(ctx, messageId)
  if (on) {
    await tx.query('UPDATE messages SET has_reactions = TRUE WHERE conversation_id = ? AND number = ?', [
      conversation,
      number,
    ])
  }
  return changed(ctx, messageId, locked, blocker)
}

interface Given {
  readonly place: readonly [conversation: string, number: number]
  readonly citizenId: string
  readonly reaction: Reaction
}

/** A withheld reaction has a row, and is not in the counts. @returns whether it is new */
async function give({ tx, now }: CitizenContext, given: Given, withheld: boolean): Promise<boolean> {
  const { place, citizenId, reaction } = given
  const { affectedRows } = await write(
    tx,
    `INSERT IGNORE INTO message_reactions (conversation_id, number, citizen_id, reaction, reacted_at, withheld) VALUES (?)`,
    [[...place, citizenId, reaction, now(), withheld]],
  )
  if (affectedRows === 0) return false
  await tx.query(
    `INSERT INTO message_reaction_counts (conversation_id, number, reaction, count) VALUES (?)
     ON DUPLICATE KEY UPDATE count = count + VALUES(count)`,
    [[...place, reaction, withheld ? 0 : 1]],
  )
  return true
}

/** @returns whether the reaction existed */
async function takeBack({ tx }: CitizenContext, { place, citizenId, reaction }: Given): Promise<boolean> {
  const before = await readFirst(
    tx,
    { withheld: column.flag },
    `SELECT withheld FROM message_reactions
     WHERE conversation_id = ? AND number = ? AND citizen_id = ? AND reaction = ? FOR UPDATE`,
    [...place, citizenId, reaction],
  )
  if (!before) return false
  await tx.query(
    'DELETE FROM message_reactions WHERE conversation_id = ? AND number = ? AND citizen_id = ? AND reaction = ?',
    [...place, citizenId, reaction],
  )
  if (!before.withheld)
    await tx.query(
      'UPDATE message_reaction_counts SET count = count - 1 WHERE conversation_id = ? AND number = ? AND reaction = ?',
      [...place, reaction],
    )
  return true
}
