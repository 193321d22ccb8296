import type { CallAnswer } from '@nation/domain/contract'
import { groupTexts, messageLimits, readAfterWriting } from '@nation/domain/messenger'
import type { OwnProfile } from '../lib/session/session'
import { idOf, refuse, type FakeNation } from './fake-nation'

type Page = CallAnswer<'messenger.get-group-messages'>
type Message = Page['messages'][number]
type Conversation = CallAnswer<'messenger.get-conversations'>['conversations'][number]

/** A group with messages, and what becomes of what one sends. */
export interface FakeTalk {
  readonly messages: Message[]
  readNumber: number
  mentionCount?: number
  conversation: Conversation | null
}

const other = {
  id: idOf(3, 40),
  username: 'Mina Farahani',
  twitterUsername: 'mina_minister',
  profilePicture: null,
  isOnline: true,
}

/** A message of another citizen, unless `facts` say that it is one's own. */
export const aMessage = (number: number, now: number, facts: Partial<Message> = {}): Message => ({
  id: idOf(50, number),
  number,
  senderId: other.id,
  sender: { username: other.username, governmentRole: 'financeMinister', isAdmin: false, profilePicture: null },
  message: `Message ${number}`,
  timestamp: now - 3_600_000 + number * 60_000,
  editedAt: null,
  deletedAt: null,
  clientId: null,
  replyTo: null,
  images: [],
  mentions: [],
  mentionsYou: false,
  reactions: [],
  ...facts,
})

export const aConversation = (facts: Partial<Conversation> = {}): Conversation => ({
  id: idOf(51, 1),
  participants: [],
  lastMessage: 'Message 1',
  lastMessageAt: null,
  lastNumber: 0,
  readNumber: 0,
  unreadCount: 0,
  mentionCount: 0,
  status: 'open',
  notice: true,
  blocked: false,
  hasLeft: false,
  otherUser: { ...other, governmentRole: 'financeMinister', isSupport: false },
  ...facts,
})

/** A page of messages, as the nation cuts it. */
export function pageOf(talk: FakeTalk, input: { before?: unknown; after?: unknown; limit?: unknown }): Page {
  const limit = Number(input.limit ?? messageLimits.page)
  const last = talk.messages.at(-1)?.number ?? 0
  const before = input.before === undefined ? last + 1 : Number(input.before)
  const from = input.after === undefined ? Math.max(1, before - limit) : Number(input.after) + 1
  const messages = talk.messages.filter(
    ({ number }) => number >= from && number < from + limit && (input.after !== undefined || number < before),
  )
  const end = messages.at(-1)?.number ?? from - 1
  return {
    success: true,
    messages,
    lastNumber: last,
    readNumber: talk.readNumber,
    hasOlder: (messages[0]?.number ?? from) > 1,
    hasNewer: end < last,
  }
}

/** The messenger of a nation in memory: one group, and at most one direct conversation, which share their messages. */
export function messengerAnswers(user: OwnProfile, now: number, talk: FakeTalk): FakeNation['answers'] {
  const take = ({
    message,
    clientId,
    replyTo,
    readNumber = 0,
  }: {
    message: string
    clientId?: string | undefined
    replyTo?: number | undefined
    readNumber?: number | undefined
  }) => {
    const number = (talk.messages.at(-1)?.number ?? 0) + 1
    const { username, governmentRole, isAdmin, profilePicture } = user
    const quoted = talk.messages.find((one) => one.number === replyTo)
    const sent = aMessage(number, now, {
      senderId: user.uid,
      sender: { username, governmentRole, isAdmin, profilePicture },
      message,
      timestamp: now,
      clientId: clientId ?? null,
      replyTo: quoted ? { number: quoted.number, senderName: quoted.sender.username, excerpt: quoted.message } : null,
    })
    talk.messages.push(sent)
    talk.readNumber = readAfterWriting(Math.max(talk.readNumber, readNumber), number)
    return { success: true as const, messageId: sent.id, number, timestamp: now }
  }
  const change = (id: string, facts: Partial<Message>) => {
    const index = talk.messages.findIndex((one) => one.id === id)
    if (index < 0) return refuse(404, 'message_not_found', 'There is no such message.')
    const message = { ...talk.messages[index]!, ...facts }
    talk.messages[index] = message
    return { success: true as const, message }
  }
  const counts = () => {
    const lastNumber = talk.messages.at(-1)?.number ?? 0
    return {
      lastNumber,
      readNumber: talk.readNumber,
      unreadCount: lastNumber - talk.readNumber,
      mentionCount: talk.mentionCount ?? 0,
    }
  }
  const last = () => ({
    lastMessage: talk.messages.at(-1)?.message ?? null,
    lastMessageAt: talk.messages.at(-1)?.timestamp ?? null,
  })
  return {
    'messenger.get-groups': () => ({
      success: true,
      ...{ mutedUntil: null, muteReason: null },
      groups: [{ id: 'citizens', ...groupTexts.citizens, memberCount: 1284, notice: true, ...last(), ...counts() }],
    }),
    'messenger.get-conversations': () => ({
      success: true,
      conversations: talk.conversation ? [{ ...talk.conversation, ...last(), ...counts() }] : [],
      nextCursor: null,
    }),
    'messenger.get-group-messages': (input) =>
      input.groupId === 'citizens'
        ? pageOf(talk, input)
        : refuse(403, 'group_forbidden', 'This group is not open to you.'),
    'messenger.get-messages': (input) =>
      talk.conversation?.id === input.conversationId
        ? { ...pageOf(talk, input), conversation: talk.conversation }
        : refuse(404, 'conversation_not_found', 'There is no such conversation.'),
    'messenger.send-group-message': take,
    'messenger.send-message': take,
    'messenger.mark-as-read': ({ number = 0 }) => {
      talk.readNumber = Math.max(talk.readNumber, number)
      return { success: true, readNumber: talk.readNumber, unreadCount: counts().unreadCount }
    },
    'messenger.search-messages': ({ query }) => ({
      success: true,
      results: talk.messages
        .filter(({ message }) => message.toLowerCase().includes(query.toLowerCase()))
        .toReversed()
        .map((one) => ({
          ...{ conversationId: 'citizens', name: groupTexts.citizens.name, messageId: one.id, number: one.number },
          ...{
            senderId: one.senderId,
            senderName: one.sender.username,
            message: one.message,
            timestamp: one.timestamp,
          },
        })),
      nextCursor: null,
    }),
    'messenger.search-users': () => ({
      success: true,
      users: [{ ...other, governmentRole: 'financeMinister', isSupport: false }],
      nextCursor: null,
    }),
    'messenger.start-conversation': () => {
      talk.conversation ??= aConversation()
      return { success: true, conversationId: talk.conversation.id, conversation: talk.conversation }
    },
    'messenger.accept-request': () => {
      talk.conversation = { ...(talk.conversation ?? aConversation()), status: 'open' }
      return { success: true, conversation: talk.conversation }
    },
    'messenger.react': ({ messageId, reaction, on }) =>
      change(messageId, { reactions: on ? [{ reaction, count: 1, mine: true }] : [] }),
    'messenger.edit-message': ({ messageId, message }) => change(messageId, { message, editedAt: now }),
    'messenger.delete-message': ({ messageId }) => change(messageId, { message: '', deletedAt: now }),
  }
}
