import {
  acceptRequest,
  adminPosts,
  deletedAgain,
  deleteMessage,
  directPosts,
  editMessage,
  getAdminMessages,
  getConversations,
  getGroupMessages,
  getGroups,
  getMessages,
  groupPosts,
  markAsRead,
  messageAgain,
  react,
  searchMessages,
  searchUsers,
  startConversation,
} from '@nation/core/messenger'
import type { CallOutput } from '@nation/domain/contract'
import { citizenChange, citizenRead, batchedChange, type Bindings, type ReplayOf } from '../frame'
import { knownByItsId, limitedByChannel, withPresence } from './around'

type Talk = CallOutput<'messenger.accept-request'>['conversation']

/** A message's text is stored in its row alone, so that a deletion removes it everywhere. */
const again: ReplayOf<'messenger.edit-message'> = {
  refer: ({ message }) => message.id,
  always: true,
  again: messageAgain,
}

const deleted: ReplayOf<'messenger.delete-message'> = { ...again, again: deletedAgain }

const ofConversation = ({ conversation: { otherUser } }: { conversation: Talk }) => [otherUser]

export const messengerBindings: Bindings = {
  'messenger.get-groups': citizenRead<'messenger.get-groups'>(getGroups),
  'messenger.get-conversations': withPresence<'messenger.get-conversations'>(
    citizenRead<'messenger.get-conversations'>(getConversations),
    ({ conversations }) => conversations.map(({ otherUser }) => otherUser),
  ),
  'messenger.get-group-messages': citizenRead<'messenger.get-group-messages'>(getGroupMessages),
  'messenger.get-messages': withPresence<'messenger.get-messages'>(
    citizenRead<'messenger.get-messages'>(getMessages),
    ofConversation,
  ),
  'messenger.send-group-message': limitedByChannel<'messenger.send-group-message'>(
    knownByItsId(batchedChange<'messenger.send-group-message'>(groupPosts)),
    ({ groupId }) => groupId,
  ),
  'messenger.send-message': limitedByChannel<'messenger.send-message'>(
    knownByItsId(batchedChange<'messenger.send-message'>(directPosts)),
    ({ conversationId }) => conversationId,
  ),
  'messenger.mark-as-read': citizenChange<'messenger.mark-as-read'>(markAsRead),
  'messenger.search-messages': citizenRead<'messenger.search-messages'>(searchMessages),
  'messenger.search-users': withPresence<'messenger.search-users'>(
    citizenRead<'messenger.search-users'>(searchUsers),
    ({ users }) => users,
  ),
  'messenger.start-conversation': withPresence<'messenger.start-conversation'>(
    citizenChange<'messenger.start-conversation'>(startConversation),
    ofConversation,
  ),
  'messenger.accept-request': withPresence<'messenger.accept-request'>(
    citizenChange<'messenger.accept-request'>(acceptRequest),
    ofConversation,
  ),
  'messenger.edit-message': citizenChange<'messenger.edit-message'>(editMessage, again),
  'messenger.delete-message': citizenChange<'messenger.delete-message'>(deleteMessage, deleted),
  'messenger.react': citizenChange<'messenger.react'>(react),
  'government-chat.get-messages': citizenRead<'government-chat.get-messages'>((ctx, paging) =>
    getGroupMessages(ctx, { ...paging, groupId: 'government' }),
  ),
  'admin-chat.get-messages': citizenRead<'admin-chat.get-messages'>(getAdminMessages),
  'admin-chat.send-message': limitedByChannel<'admin-chat.send-message'>(
    knownByItsId(batchedChange<'admin-chat.send-message'>(adminPosts)),
    () => 'admin-chat',
  ),
}
