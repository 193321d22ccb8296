import type { JsonCallId } from '../../../lib/api/client'
import type { LiveEvent } from '../../../lib/live/live'
import { takeEvents } from '../../../lib/query/taken-events'
import { useSession } from '../../../lib/session/session'
import { isGroup } from '../paths'
import { afterMessages, afterNumber, afterRead, changeGroup, groupLine, hasSome } from '../rooms/lines'
import type { Message } from '../types'

type EventPart = Pick<LiveEvent, 'facts'> & { readonly messages?: unknown }
type Stale = readonly JsonCallId[]

/**
 * Lets the number of unread messages follow the events, which name message numbers: nothing is read for it, whatever is said in a
 * group of thousands. The messenger itself takes these events over once it is loaded. Until then no direct conversation is shown.
 */
export function followCounts(): void {
  takeEvents('messenger.posted', inGroup(true), { yields: true })
  takeEvents('messenger.changed', inGroup(false), { yields: true })
  takeEvents('messenger.read', read, { yields: true })
}

/** What messages of a group, new or changed ones, do to its line. */
const inGroup =
  (isNew: boolean) =>
  ({ facts: { channel, to }, messages }: EventPart): Stale => {
    if (typeof channel !== 'string' || typeof to !== 'number') return []
    if (!isGroup(channel)) return ['admin-chat.get-messages']
    const line = groupLine(channel)
    // A change of older messages is none of the line.
    if (!line || (!isNew && to < line.lastNumber)) return []
    const brought = Array.isArray(messages) ? (messages as Message[]) : null
    // By the messages themselves where the event has them: one's own, from another tab, may be read already.
    if (hasSome(brought)) changeGroup(channel, afterMessages(brought, useSession.getState().user?.uid))
    else if (isNew) changeGroup(channel, afterNumber(to))
    else return ['messenger.get-groups']
    return []
  }

function read({ facts: { conversation, number } }: EventPart): Stale {
  if (typeof conversation === 'string' && typeof number === 'number' && isGroup(conversation)) {
    changeGroup(conversation, afterRead(number))
  }
  return []
}
