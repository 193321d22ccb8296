import { sentenceOf } from '../../../lib/api/api-error'
import { call } from '../../../lib/api/client'
import { forget } from '../../../lib/query/query'
import { confirm, toast } from '../../../ui'
import { changeStored, useRooms } from '../rooms/rooms'
import type { Conversation, RoomId } from '../types'

/** Shows what was changed of a conversation at once. */
export const changeConversation = (id: RoomId, change: Partial<Conversation>): void =>
  changeStored(id, (room) => ({ ...room, conversation: room.conversation && { ...room.conversation, ...change } }))

/** Shows in what is open that a citizen is no longer blocked. */
export function showUnblocked(citizenId: string): void {
  for (const { conversation } of Object.values(useRooms.getState().rooms))
    if (conversation?.otherUser.id === citizenId) changeConversation(conversation.id, { blocked: false })
}

/** Blocks the other citizen of a conversation, when the question is answered with yes, or ends the block. */
export async function setBlock(id: RoomId, other: Conversation['otherUser'], blocked: boolean): Promise<void> {
  const sure =
    !blocked ||
    (await confirm({
      title: `Block ${other.username}?`,
      message: `No direct messages go between you. ${other.username} is not told. What they write meanwhile never reaches you.`,
      confirm: 'Block',
      danger: true,
    }))
  if (!sure) return
  try {
    await call(blocked ? 'messenger.block' : 'messenger.unblock', { citizenId: other.id })
    changeConversation(id, { blocked })
    toast.success(blocked ? `${other.username} is blocked.` : `${other.username} is no longer blocked.`)
    void forget(['messenger.get-conversations', 'messenger.get-blocks'])
  } catch (error) {
    toast.error(sentenceOf(error))
  }
}
