import { messengerGroups } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { column, readFirst, type CitizenContext } from '../platform'
import { channelOf } from './channels'
import { conversationOf } from './direct'

const asGroup = (text: string) => messengerGroups.find((group) => group === text)

/**
 * `messenger.mark-as-read`: moves the caller's read marker forward. A smaller number changes nothing.
 * @throws NationError `conversation_not_found`, `group_forbidden`, `read_marker_ahead`
 */
export async function markAsRead(
  ctx: CitizenContext,
  { conversationId, number }: CallInput<'messenger.mark-as-read'>,
): Promise<CallOutput<'messenger.mark-as-read'>> {
  const { caller, tx } = ctx
  const group = asGroup(conversationId)
  const {
    id,
    lastNumber,
    readNumber: shown,
  } = group ? await channelOf(ctx, group) : await conversationOf(ctx, conversationId)
  const wanted = number ?? lastNumber
  if (wanted > lastNumber) throw new NationError('read_marker_ahead')
  const before = await readFirst(
    tx,
    { read_number: column.integer },
    'SELECT read_number FROM conversation_readers WHERE citizen_id = ? AND conversation_id = ? FOR UPDATE',
    [caller.id, id],
  )
  // A reader without a marker is shown the place at which they joined.
  const readNumber = Math.max(wanted, shown, before?.read_number ?? 0)
  if (readNumber !== before?.read_number) {
    // Two first markers at the same moment do not see each other: the larger one stays.
    await tx.query(
      `INSERT INTO conversation_readers (citizen_id, conversation_id, read_number) VALUES (?)
       ON DUPLICATE KEY UPDATE read_number = GREATEST(read_number, VALUES(read_number))`,
      [[caller.id, id, readNumber]],
    )
    const facts = { conversation: conversationId, number: readNumber }
    ctx.journal.add({ kind: 'messenger.read', actor: caller.uid, facts, visibility: `citizen:${caller.uid}` })
  }
  return { success: true, readNumber, unreadCount: Math.max(0, lastNumber - readNumber) }
}
