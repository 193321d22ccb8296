import { z } from 'zod'
import { governmentRoles, messengerGroups } from '../permissions'
import {
  actor,
  answer,
  claim,
  defineCall,
  instant,
  possibleText,
  publicId,
  queryInteger,
  sentences,
} from '../definitions'
import { contentFields, mentionCount, roomField, sentImages } from './content-fields'
import { messageLimits } from './messages'

const exampleUid = '01890a5d-ac96-774b-bcce-b302099a8057'
const exampleConversation = '01890a5d-ac96-774b-bcce-b302099a8070'
export const exampleMessage = '01890a5d-ac96-774b-bcce-b302099a8071'

const count = () => z.number().int().min(0)
const number = () => z.number().int().min(1).describe('The place in its conversation: 1, 2, 3, without holes')

/** The sender of a message, as messages show them. */
const sender = z.object({
  username: z.string(),
  governmentRole: z.enum(governmentRoles).nullable(),
  isAdmin: z.boolean(),
  profilePicture: z.string().nullable(),
})

/** A message as its readers see it (requirements 2.3). */
export const message = z.object({
  id: publicId(),
  number: number(),
  senderId: publicId(),
  sender,
  message: z.string().describe('The text; empty once the message was deleted'),
  timestamp: instant(),
  editedAt: instant().nullable(),
  deletedAt: instant().nullable(),
  clientId: z.uuid().nullable().describe('The id under which it was sent; only its sender is told'),
  replyTo: z
    .object({ number: number(), senderName: z.string(), excerpt: z.string().describe('Empty when it was deleted') })
    .nullable(),
  ...contentFields,
})

export type MessageView = z.output<typeof message>

/** What every way of sending a message takes. */
const sending = {
  message: possibleText(messageLimits.text).describe('It may be empty where there are images'),
  clientId: z
    .uuid()
    .regex(/^[0-9a-f-]+$/, 'Ids are written in lower case.')
    .optional()
    .describe('An id that the sender makes: sent twice, the message is there once'),
  replyTo: number().optional().describe('The number of the message that it answers'),
}

/** What can be sent to readers who can answer it. */
const sendingMore = {
  ...sending,
  images: sentImages,
  readNumber: count()
    .optional()
    .describe('Up to where you have read. Your message counts as read with it where nothing else stands between'),
}

const sendingErrors = ['muted', 'message_empty', 'message_id_reused', 'message_not_found'] as const
/**
 * Brief: the sender has the text. Of a message without a `clientId` it is stored under the request's key; of one with it nothing is
 * (decision 104).
 */
const sent = answer({ messageId: publicId(), number: number(), timestamp: instant() })
export const changedMessage = answer({ message })
/** A person types no faster; a program is slowed down. */
const sendingLimit = { points: 40, seconds: 60, by: 'caller' } as const
const emptyMessage = { message: 'message_empty' } as const

/** A page of messages: the newest, those before a number, or those after it. */
const paging = {
  before: queryInteger(1, Number.MAX_SAFE_INTEGER).optional().describe('Messages with smaller numbers'),
  after: queryInteger(0, Number.MAX_SAFE_INTEGER).optional().describe('Messages with larger numbers'),
  limit: queryInteger(1, messageLimits.largestPage).default(messageLimits.page),
}

const messages = answer({
  messages: z.array(message).describe('The oldest first'),
  lastNumber: count().describe('The number of the newest message; 0 while there is none'),
  readNumber: count().describe('Up to where you have read'),
  hasOlder: z.boolean(),
  hasNewer: z.boolean(),
})

const group = z.object({
  id: z.enum(messengerGroups),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  memberCount: count(),
  lastMessage: z.string().nullable().describe('Its beginning; null while there is none, empty when it was deleted'),
  lastMessageAt: instant().nullable(),
  lastNumber: count(),
  readNumber: count(),
  unreadCount: count(),
  mentionCount,
  notice: z.boolean().describe('Whether it calls for your attention'),
})

const conversation = z.object({
  id: publicId(),
  participants: z.array(publicId()),
  lastMessage: z.string().nullable(),
  lastMessageAt: instant().nullable(),
  lastNumber: count(),
  readNumber: count(),
  unreadCount: count(),
  mentionCount,
  notice: z.boolean().describe('Whether it calls for your attention'),
  blocked: z.boolean().describe('Whether you block the other citizen'),
  hasLeft: z.boolean().describe('Whether the other citizen has left the nation: nothing can be sent to them'),
  status: z
    .enum(['open', 'waiting', 'request'])
    .describe('‘waiting’: your first message is not accepted yet. ‘request’: a stranger’s first message waits for you'),
  otherUser: z.object({
    id: publicId(),
    username: z.string(),
    twitterUsername: z.string(),
    profilePicture: z.string().nullable(),
    governmentRole: z.enum(governmentRoles).nullable(),
    isSupport: z.boolean().describe('An administrator'),
    isOnline: z.boolean().describe('Was here within the last minute'),
  }),
})

const getGroups = defineCall({
  id: 'messenger.get-groups',
  method: 'GET',
  summary: 'The groups that are open to you, with their last message and what you have not read.',
  access: 'citizen',
  input: z.strictObject({ userId: actor() }),
  output: answer({
    groups: z.array(group),
    mutedUntil: instant().nullable().describe('Until then you cannot write'),
    muteReason: z.string().nullable(),
  }),
  errors: [],
  example: {},
})

const getConversations = defineCall({
  id: 'messenger.get-conversations',
  method: 'GET',
  summary: 'Your direct conversations in which something was said, the latest first.',
  access: 'citizen',
  input: z.strictObject({
    userId: actor(),
    cursor: z.string().max(200).optional(),
    limit: queryInteger(1, 200).default(messageLimits.conversations),
  }),
  output: answer({ conversations: z.array(conversation), nextCursor: z.string().nullable() }),
  errors: [],
  example: {},
})

const getGroupMessages = defineCall({
  id: 'messenger.get-group-messages',
  method: 'GET',
  summary: 'Messages of a group, by pages in both directions.',
  access: 'citizen',
  input: z.strictObject({ groupId: z.enum(messengerGroups), ...paging, userId: actor() }),
  output: messages,
  errors: ['group_forbidden'],
  example: { groupId: 'citizens' },
})

const getMessages = defineCall({
  id: 'messenger.get-messages',
  method: 'GET',
  summary: 'Messages of one of your direct conversations, by pages in both directions.',
  access: 'citizen',
  input: z.strictObject({ conversationId: publicId(), ...paging, userId: actor() }),
  output: messages.extend({ conversation }),
  errors: ['conversation_not_found'],
  example: { conversationId: exampleConversation },
})

const sendGroupMessage = defineCall({
  id: 'messenger.send-group-message',
  method: 'POST',
  summary: 'Writes a message in a group.',
  access: 'citizen',
  input: z.strictObject({ groupId: z.enum(messengerGroups), ...sendingMore, userId: actor() }),
  output: sent,
  errors: ['group_forbidden', 'picture_not_yours', ...sendingErrors],
  missing: emptyMessage,
  example: { groupId: 'citizens', message: 'Good morning, nation.' },
  limit: sendingLimit,
})

const sendMessage = defineCall({
  id: 'messenger.send-message',
  method: 'POST',
  summary: 'Writes a message in one of your direct conversations.',
  access: 'citizen',
  input: z.strictObject({ conversationId: publicId(), ...sendingMore, senderId: actor(), senderName: claim() }),
  output: sent,
  errors: [
    'conversation_not_found',
    'message_request_waits',
    'recipient_gone',
    'recipient_blocked',
    'picture_not_yours',
    ...sendingErrors,
  ],
  missing: emptyMessage,
  example: { conversationId: exampleConversation, message: 'Shall we meet at the harbour?' },
  limit: sendingLimit,
})

const markAsRead = defineCall({
  id: 'messenger.mark-as-read',
  method: 'POST',
  repeats: 'harmless',
  summary: 'Says up to where you have read a group or a conversation. The marker never goes back.',
  access: 'citizen',
  input: z.strictObject({
    conversationId: roomField(),
    number: number().optional().describe('Up to this message; without it, up to the last'),
    userId: actor(),
  }),
  output: answer({ readNumber: count(), unreadCount: count() }),
  errors: ['conversation_not_found', 'group_forbidden', 'read_marker_ahead'],
  example: { conversationId: exampleConversation },
})

const searchUsers = defineCall({
  id: 'messenger.search-users',
  method: 'GET',
  summary: 'Citizens to write to: beginnings of words of the name or the handle.',
  access: 'citizen',
  input: z.strictObject({
    query: z.string().trim().min(1).max(80),
    cursor: z.string().max(200).optional(),
    currentUserId: actor(),
  }),
  output: answer({
    users: z.array(conversation.shape.otherUser).describe('At most ten'),
    nextCursor: z
      .string()
      .nullable()
      .describe('Where a search that found fewer than ten goes on; null where it is over'),
  }),
  errors: [],
  example: { query: 'ada' },
  limit: { points: 240, seconds: 60, by: 'caller' },
})

const startConversation = defineCall({
  id: 'messenger.start-conversation',
  method: 'POST',
  summary: 'Finds or begins the conversation with another citizen. They hear of it when something is said.',
  access: 'citizen',
  input: z.strictObject({ recipientId: publicId(), userId: actor(), userName: claim() }),
  output: answer({ conversationId: publicId(), conversation }),
  errors: ['conversation_with_oneself', 'citizen_not_found', 'requests_full'],
  example: { recipientId: exampleUid },
})

const acceptRequest = defineCall({
  id: 'messenger.accept-request',
  method: 'POST',
  repeats: 'harmless',
  summary: 'Accepts a stranger’s first message. An answer accepts it, too.',
  access: 'citizen',
  input: z.strictObject({ conversationId: publicId(), userId: actor() }),
  output: answer({ conversation }),
  errors: ['conversation_not_found', 'recipient_blocked'],
  example: { conversationId: exampleConversation },
})

const editMessage = defineCall({
  id: 'messenger.edit-message',
  method: 'POST',
  summary: 'Changes the text of your own message, for 15 minutes. Readers see that it was edited.',
  access: 'citizen',
  input: z.strictObject({ messageId: publicId(), message: sending.message, userId: actor() }),
  output: changedMessage,
  errors: [
    'muted',
    'message_empty',
    'message_not_found',
    'message_not_yours',
    'message_deleted',
    'message_edit_too_late',
    'group_forbidden',
    'recipient_blocked',
  ],
  missing: emptyMessage,
  example: { messageId: exampleMessage, message: 'Good morning, everybody.' },
})

const deleteMessage = defineCall({
  id: 'messenger.delete-message',
  method: 'POST',
  summary:
    'Deletes your own message; moderators and administrators any in their groups, and any that was reported. Its place stays.',
  access: 'citizen',
  panelToo: true,
  input: z.strictObject({ messageId: publicId(), userId: actor() }),
  output: changedMessage,
  errors: ['message_not_found', 'message_not_yours', 'moderator_rival', 'moderator_criticised'],
  example: { messageId: exampleMessage },
})

const governmentMessages = defineCall({
  id: 'government-chat.get-messages',
  method: 'GET',
  summary: 'Messages of the group ‘government’.',
  access: 'citizen',
  input: z.strictObject({ ...paging, userId: actor() }),
  output: messages,
  errors: ['group_forbidden'],
  example: {},
  countedAs: 'messenger.get-group-messages',
})

/** A message of the admin chat (requirements 2.3). */
const adminMessage = z.object({
  id: publicId(),
  number: number(),
  message: z.string(),
  content: z.string().describe('The same as message'),
  senderId: publicId(),
  senderName: z.string(),
  senderPicture: z.string().nullable(),
  senderRole: z.enum(['admin', ...governmentRoles, 'citizen']).describe('What they are now'),
  timestamp: instant(),
  editedAt: instant().nullable(),
  deletedAt: instant().nullable(),
})

const adminMessages = defineCall({
  id: 'admin-chat.get-messages',
  method: 'GET',
  summary: 'Messages of the admin chat: administrators write them, officials read them.',
  access: { can: 'admin-chat.read' },
  input: z.strictObject({ ...paging, userId: actor() }),
  output: messages.extend({ messages: z.array(adminMessage).describe('The oldest first') }),
  errors: [],
  example: {},
})

const adminSend = defineCall({
  id: 'admin-chat.send-message',
  method: 'POST',
  summary: 'Writes a message in the admin chat, from the panel.',
  access: 'panel',
  input: z.strictObject({
    message: possibleText(messageLimits.text).pipe(z.string().min(1, sentences.missing)),
    clientId: sending.clientId,
    senderId: actor(),
    senderName: claim(),
    senderRole: claim(),
  }),
  output: sent,
  errors: ['muted', 'message_empty', 'message_id_reused', 'group_forbidden'],
  missing: emptyMessage,
  example: { message: 'The new banner is up.' },
  limit: sendingLimit,
})

export const conversationCalls = [
  getGroups,
  getConversations,
  getGroupMessages,
  getMessages,
  sendGroupMessage,
  sendMessage,
  markAsRead,
  searchUsers,
  startConversation,
  acceptRequest,
  editMessage,
  deleteMessage,
  governmentMessages,
  adminMessages,
  adminSend,
] as const
