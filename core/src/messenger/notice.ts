import { messengerGroups } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { column, readFirst, type CitizenContext } from '../platform'
import { writeOwnSettingsEvent } from './blocks'
import { channelOf } from './channels'
import { conversationOf } from './direct'

/**
 * `messenger.set-notice`: turns notifications of a group or conversation on or off. Its messages are counted in both cases,
 * and mentions always notify (decision 75). A repeat changes nothing.
 * @throws NationError `conversation_not_found`, `group_forbidden`
 */
export async function setNotice(
  ctx: CitizenContext,
  { conversationId, notice }: CallInput<'messenger.set-notice'>,
): Promise<CallOutput<'messenger.set-notice'>> {
  const group = messengerGroups.find((one) => one === conversationId)
  const { id, readNumber } = group ? await channelOf(ctx, group) : await conversationOf(ctx, conversationId)
  const set = await readFirst(
    ctx.tx,
    { notice: column.flag },
    'SELECT notice FROM conversation_readers WHERE citizen_id = ? AND conversation_id = ? FOR UPDATE',
    [ctx.caller.id, id],
  )
  if (set?.notice === notice) return { success: true, notice }
  // A reader without a marker in a group gets the one that they were shown so far.
  await ctx.tx.query(
    `INSERT INTO conversation_readers (citizen_id, conversation_id, read_number, notice) VALUES (?)
     ON DUPLICATE KEY UPDATE notice = VALUES(notice)`,
    [[ctx.caller.id, id, readNumber, notice]],
  )
  writeOwnSettingsEvent(ctx)
  return { success: true, notice }
}
