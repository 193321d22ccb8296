import { allow } from '@nation/domain/errors'
import { canJudge } from '@nation/domain/messenger'
import { rivalsAmong } from '../elections'
import { column, readFirst, type CitizenContext } from '../platform'

/** A message by its place: its conversation's row key, and its number. */
export type MessagePlace = readonly [conversationId: string, number: number]

/**
 * Checks that the caller may decide on a citizen (row key), and on this message of theirs, if it is about one: nobody decides on a
 * rival, or on criticism of themselves (ruling: code of conduct). Both citizens' rows are locked. What the caller wrote is their own.
 * @throws NationError `moderator_rival`, `moderator_criticised`
 */
export async function mustBeImpartial(ctx: CitizenContext, whom: string, message?: MessagePlace): Promise<void> {
  const { caller, tx } = ctx
  if (whom === caller.id) return
  const isRival = (await rivalsAmong(tx, caller.id, [whom])).has(whom)
  allow(canJudge({ isRival, isCriticised: message !== undefined && (await concernsCaller(ctx, message)) }))
}

/** Whether a message mentions the caller, or answers a message of theirs. */
async function concernsCaller({ caller, tx }: CitizenContext, message: MessagePlace): Promise<boolean> {
  const row = await readFirst(
    tx,
    { number: column.integer },
    `SELECT m.number FROM messages m WHERE m.conversation_id = ? AND m.number = ? AND (
       EXISTS (SELECT 1 FROM message_mentions n
         WHERE n.conversation_id = m.conversation_id AND n.number = m.number AND n.citizen_id = ?)
       OR EXISTS (SELECT 1 FROM messages a
         WHERE a.conversation_id = m.conversation_id AND a.number = m.reply_to AND a.sender_id = ?))`,
    [...message, caller.id, caller.id],
  )
  return row !== undefined
}
