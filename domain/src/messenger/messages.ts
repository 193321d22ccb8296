import { allowed, refused, type Verdict } from '../errors'

/** Lengths in characters, times in milliseconds, and the sizes of lists (requirements 2.9). */
export const messageLimits = {
  text: 2_000,
  /** How long the sender may edit a message. */
  editMs: 15 * 60_000,
  page: 50,
  largestPage: 100,
  foundUsers: 10,
  /** Characters that a search of messages takes. */
  search: 100,
  conversations: 50,
  /** Messages that a citizen may send into a conversation that the other has not accepted. */
  beforeAcceptance: 1,
  /** Conversations with strangers that a citizen may have begun and that wait for an answer (decision 131). */
  openRequests: 20,
  /** How long such a conversation counts, in milliseconds. */
  requestMs: 30 * 86_400_000,
  /** After this long, in milliseconds, one in which nothing was said gives way to another. */
  unsaidMs: 10 * 60_000,
} as const

/** A message as the rules see it. */
export interface MessageState {
  readonly sentAt: Date
  readonly deletedAt: Date | null
}

/** Whether its sender may edit a message now: for 15 minutes, unless it was deleted. */
export function canEditMessage(message: MessageState, now: Date): Verdict {
  if (message.deletedAt !== null) return refused('message_deleted')
  return now.getTime() < message.sentAt.getTime() + messageLimits.editMs ? allowed : refused('message_edit_too_late')
}

/**
 * Whether another message may be sent into a direct conversation. A stranger's first message waits as a request; the
 * recipient accepts by an answer, or by saying so.
 * @param sent how many messages the sender has sent into it
 */
export function canSendDirectly(
  conversation: { readonly acceptedAt: Date | null; readonly startedByMe: boolean },
  sent: number,
): Verdict {
  if (conversation.acceptedAt !== null || !conversation.startedByMe) return allowed
  return sent < messageLimits.beforeAcceptance ? allowed : refused('message_request_waits')
}
