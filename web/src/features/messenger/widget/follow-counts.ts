import type { JsonCallId } from '../../../lib/api/client'
import type { LiveEvent } from '../../../lib/live/live'
import { takeEvents } from '../../../lib/query/taken-events'
import { useSession } from '../../../lib/session/session'
import { isGroup } from '../paths'
import { changedLine, hasSome, notedMessages, notedNumber, notedRead } from '../rooms/lists'
import type { Message } from '../types'

type EventPart = Pick<LiveEvent, 'facts'> & { readonly messages?: unknown }

/**
 * Lets the number of unread messages follow the events, which name message numbers: nothing is read for it, whatever is said in a
 * group of thousands. The messenger itself takes these events over once it is loaded.
 */
export function followCounts(): void {
  takeEvents('messenger.posted', posted, { yields: true })
  takeEvents('messenger.changed', changed, { yields: true })
  takeEvents('messenger.read', read, { yields: true })
}

const own = () => useSession.getState().user?.uid
const messagesOf = ({ messages }: EventPart) => (Array.isArray(messages) ? (messages as Message[]) : null)

function posted(event: EventPart): readonly JsonCallId[] {
  const { channel, to } = event.facts
  if (typeof channel !== 'string' || typeof to !== 'number') return []
  if (!isGroup(channel)) return ['admin-chat.get-messages']
  const messages = messagesOf(event)
  // By the messages themselves where they are told: one's own, from another tab, may be read already.
  if (hasSome(messages)) notedMessages(channel, messages, own())
  else notedNumber(channel, to)
  return []
}

function changed(event: EventPart): readonly JsonCallId[] {
  const { channel, to } = event.facts
  if (typeof channel !== 'string' || typeof to !== 'number') return []
  if (!isGroup(channel)) return ['admin-chat.get-messages']
  return changedLine(channel, to, messagesOf(event), own()) ? [] : ['messenger.get-groups']
}

function read({ facts: { conversation, number } }: EventPart): readonly JsonCallId[] {
  if (typeof conversation === 'string' && typeof number === 'number') notedRead(conversation, number)
  return []
}
