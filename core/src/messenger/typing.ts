import { messengerGroups } from '@nation/domain/permissions'
import type { CallInput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { audienceOfChannel, canSpeak, mayWrite } from '@nation/domain/messenger'
import { type Visibility, column, readFirst, type CitizenContext } from '../platform'
import { conversationOf } from './direct'
import { readMute } from './mutes'

/**
 * Who receives that the caller is writing: an audience, or citizens by their public ids. No one where the caller cannot write:
 * a mute, a block either way and an account that was deleted look like a recipient who does not listen.
 * @throws NationError `conversation_not_found`, `group_forbidden`
 */
export async function typingReach(
  ctx: CitizenContext,
  { conversationId }: CallInput<'messenger.typing'>,
): Promise<Visibility | readonly string[]> {
  const { caller, tx } = ctx
  const group = messengerGroups.find((one) => one === conversationId)
  if (group && !mayWrite(caller, group)) throw new NationError('group_forbidden')
  const reach = group ? audienceOfChannel[group] : await otherOf(ctx, conversationId)
  const isMuted = !canSpeak(await readMute(tx, caller.id), ctx.now()).allowed
  return isMuted ? [] : reach
}

async function otherOf(ctx: CitizenContext, uid: string): Promise<readonly string[]> {
  const { id } = await conversationOf(ctx, uid)
  const row = await readFirst(
    ctx.tx,
    { uid: column.text },
    `SELECT c.uid FROM conversations v JOIN citizens c ON c.id = IF(v.low_id = ?, v.high_id, v.low_id)
     WHERE v.id = ? AND v.accepted_at IS NOT NULL AND c.left_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM citizen_blocks b WHERE (b.blocker_id = v.low_id AND b.blocked_id = v.high_id)
         OR (b.blocker_id = v.high_id AND b.blocked_id = v.low_id))`,
    [ctx.caller.id, id],
  )
  return row ? [row.uid] : []
}
