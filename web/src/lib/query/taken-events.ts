import type { JsonCallId } from '../api/client'
import type { LiveEvent } from '../live/live'

export type EventPart = Pick<LiveEvent, 'kind' | 'facts'>

const takers = new Map<string, (event: EventPart) => readonly JsonCallId[]>()

/**
 * Lets a feature write the facts of events into the cache by itself; the queries that `take` returns are read again. For features whose code
 * comes on demand. One that `yields` leaves the events to another part of the feature that takes them already, and to one that comes later.
 */
export function takeEvents(
  kind: LiveEvent['kind'],
  take: (event: EventPart) => readonly JsonCallId[],
  { yields = false } = {},
): void {
  if (!yields || !takers.has(kind)) takers.set(kind, take)
}

/** What takes events of a kind, if a feature does. */
export const takerOf = (kind: string) => takers.get(kind)
