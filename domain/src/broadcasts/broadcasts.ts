import { allowed, refused, type Verdict } from '../errors'

/** What a broadcast is about: its colour, sign and word (requirements 1.3). */
export const broadcastTypes = ['info', 'warning', 'error', 'success'] as const

export type BroadcastType = (typeof broadcastTypes)[number]

/** A broadcast is one line of news: its length in characters, how many are given out at once, and how late it may end. */
export const broadcastLimits = { message: 280, page: 50, active: 20, longestMs: 366 * 86_400_000 } as const

/** Whether a message, cleaned of what is not seen, may be broadcast until this instant; null is without an end. */
export function canBroadcast(message: string, endsAt: Date | null, now: Date): Verdict {
  if (message === '') return refused('broadcast_empty')
  if (endsAt === null) return allowed
  const away = endsAt.getTime() - now.getTime()
  return away > 0 && away <= broadcastLimits.longestMs ? allowed : refused('broadcast_end_invalid')
}

/** Whether the instant of its end has come. */
export const hasEnded = (endsAt: Date | null, now: Date): boolean => endsAt !== null && endsAt <= now

/** A broadcast is active from when it is sent until it ends or is taken down; it stays on record. */
export const isOnAir = (
  broadcast: { readonly archivedAt: Date | null; readonly endsAt: Date | null },
  now: Date,
): boolean => broadcast.archivedAt === null && !hasEnded(broadcast.endsAt, now)

/**
 * The one message that a ticker shows: the newest that has not ended, unless the reader closed it. An older one does not
 * come up in its place; it does when the newest ends or is taken down. Instants are epoch milliseconds.
 */
export function tickerMessage<B extends { readonly id: string; readonly endsAt: number | null }>(
  newestFirst: readonly B[],
  closed: readonly string[],
  now: number,
): B | null {
  const newest = newestFirst.find(({ endsAt }) => endsAt === null || endsAt > now)
  return newest && !closed.includes(newest.id) ? newest : null
}
