import { z } from 'zod'
import { actor, answer, defineCall, instant, publicId } from '../definitions'
import { roomField } from './content-fields'
import { messageLimits } from './messages'

const searchMessages = defineCall({
  id: 'messenger.search-messages',
  method: 'GET',
  summary:
    'Messages in your own conversations that hold words with these beginnings: conversation by conversation, the newest message first. ' +
    'It finds a message a moment after it was sent.',
  access: 'citizen',
  input: z.strictObject({
    query: z.string().trim().min(1).max(messageLimits.search),
    in: roomField().optional().describe('Only there'),
    cursor: z.string().max(200).optional(),
    userId: actor(),
  }),
  output: answer({
    results: z.array(
      z.object({
        conversationId: roomField(),
        name: z.string().describe('What the group is called, or the other citizen'),
        messageId: publicId(),
        number: z.number().int().min(1).describe('Its place in the conversation'),
        senderId: publicId(),
        senderName: z.string(),
        message: z.string(),
        timestamp: instant(),
      }),
    ),
    nextCursor: z.string().nullable().describe('A page may be empty and the search still go on'),
  }),
  errors: ['group_forbidden', 'conversation_not_found'],
  example: { query: 'harbour' },
  limit: { points: 60, seconds: 60, by: 'caller' },
})

export const messengerSearchCalls = [searchMessages] as const
