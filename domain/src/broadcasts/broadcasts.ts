import { allowed, refused, type Verdict } from '../errors'

/** What a broadcast is about: its colour, sign and word (requirements 1.3). */
export const broadcastTypes = ['info', 'warning', 'error', 'success'] as const

export type BroadcastType = (typeof broadcastTypes)[number]

/** A broadcast is one line of news: its length in characters, and how many are given out at once. */
export const broadcastLimits = { message: 280, page: 50, active: 20 } as const

/** Whether a message, cleaned of what is not seen, may be broadcast. */
export function canBroadcast(message: string): Verdict {
  return message === '' ? refused('broadcast_empty') : allowed
}

/** A broadcast is active from when it is sent until it is taken down; what was taken down stays on record. */
export const isOnAir = (broadcast: { readonly archivedAt: Date | null }): boolean => broadcast.archivedAt === null

/**
 * The one message that a ticker shows: the newest that is active, unless the reader closed it. An older one does not
 * come up in its place; it does when the newest is taken down.
 */
export function tickerMessage<B extends { readonly id: string }>(
  newestFirst: readonly B[],
  closed: readonly string[],
): B | null {
  const [newest] = newestFirst
  return newest && !closed.includes(newest.id) ? newest : null
}
