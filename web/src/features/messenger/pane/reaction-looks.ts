import type { Reaction } from '@nation/domain/messenger'
import {
  IconConfetti,
  IconHeart,
  IconMoodHappy,
  IconMoodSad,
  IconMoodSurprised,
  IconThumbUp,
} from '@tabler/icons-react'
import { call } from '../../../lib/api/client'
import { toast } from '../../../ui'
import { sentenceOf } from '../../../lib/api/api-error'
import { merged } from '../rooms/room'
import { changeStored } from '../rooms/rooms'
import type { Message, RoomId } from '../types'

/** How a reaction is drawn and called. */
export const reactionLooks = {
  'thumbs-up': { Icon: IconThumbUp, name: 'Thumbs up' },
  heart: { Icon: IconHeart, name: 'Heart' },
  laugh: { Icon: IconMoodHappy, name: 'Laugh' },
  surprised: { Icon: IconMoodSurprised, name: 'Surprised' },
  sad: { Icon: IconMoodSad, name: 'Sad' },
  celebrate: { Icon: IconConfetti, name: 'Celebrate' },
} as const satisfies Record<Reaction, unknown>

/** Gives a reaction to a message, or takes it back. */
export async function react(id: RoomId, { id: messageId, reactions }: Message, reaction: Reaction): Promise<void> {
  const on = !reactions.some((one) => one.reaction === reaction && one.mine)
  try {
    const { message } = await call('messenger.react', { messageId, reaction, on })
    changeStored(id, (room) => merged(room, { messages: [message] }))
  } catch (error) {
    toast.error(sentenceOf(error))
  }
}
