import { z } from 'zod'
import { actor, defineCall, publicId } from '../definitions'
import { reactions } from './content'
import { changedMessage, exampleMessage } from './conversations.contract'

const react = defineCall({
  id: 'messenger.react',
  method: 'POST',
  repeats: 'harmless',
  summary: 'Gives a reaction to a message, or takes it back. Done again, it changes nothing.',
  access: 'citizen',
  input: z.strictObject({ messageId: publicId(), reaction: z.enum(reactions), on: z.boolean(), userId: actor() }),
  output: changedMessage,
  errors: ['muted', 'message_not_found', 'message_deleted', 'group_forbidden', 'recipient_blocked'],
  example: { messageId: exampleMessage, reaction: 'heart', on: true },
  limit: { points: 120, seconds: 60, by: 'caller' },
})

export const messengerContentCalls = [react] as const
