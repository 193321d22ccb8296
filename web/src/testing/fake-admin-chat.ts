import type { CallAnswer, CallRequest } from '@nation/domain/contract'
import { messageLimits } from '@nation/domain/messenger'
import { idOf } from './fake-nation'
import type { FakeNation } from './fake-nation'

type AdminMessage = CallAnswer<'admin-chat.get-messages'>['messages'][number]

const said = [
  ['Tiny Nakamura', 'The new banner is up. Tell me when it covers something that it should not.'],
  ['Milo Santos', 'Salaries of this week are due on Monday at 00:15 UTC.\nThe pool covers all nine offices.'],
  ['Tiny Nakamura', 'Two candidates asked for more time with their pictures. The rule stays as it is.'],
] as const

/** Messages of the administration, the oldest first: the same three, over and over. */
export function adminMessages(now: number, count: number): AdminMessage[] {
  return Array.from({ length: count }, (_, index) => {
    const [senderName, content] = said[index % said.length]!
    return {
      id: idOf(60, index),
      number: index + 1,
      ...{ message: content, content },
      senderId: idOf(3, senderName.length),
      senderName,
      senderPicture: null,
      senderRole: 'admin' as const,
      timestamp: now - (count - index) * 47 * 60_000,
      ...{ editedAt: null, deletedAt: null },
    }
  })
}

/** The admin chat of a nation in memory; what is sent is there when it is read again. */
export function adminChatAnswers(now: number, messages: AdminMessage[]): FakeNation['answers'] {
  return {
    'admin-chat.get-messages': (input: CallRequest<'admin-chat.get-messages'>) => {
      const before = Number(input.before ?? Infinity)
      const page = messages.filter(({ number }) => number < before).slice(-messageLimits.page)
      const lastNumber = messages.at(-1)?.number ?? 0
      return {
        success: true,
        messages: page,
        ...{ lastNumber, readNumber: lastNumber, hasOlder: (page[0]?.number ?? 1) > 1, hasNewer: before <= lastNumber },
      }
    },
    'admin-chat.get-online-admins': () => ({ success: true, admins: [{ id: idOf(3, 14), name: 'Tiny Nakamura' }] }),
    'admin-chat.send-message': ({ message }) => {
      const number = messages.length + 1
      const facts = { id: idOf(60, number), number, message, content: message, timestamp: now }
      messages.push({ ...adminMessages(now, 1)[0]!, ...facts })
      return { success: true, messageId: facts.id, number, timestamp: now }
    },
  }
}
