/** After a pause of this long, the next look at a device begins another visit, in milliseconds. */
export const visitPause = 30 * 60_000

/** What is older is history, whenever the last visit was, in milliseconds. */
export const longestAbsence = 30 * 86_400_000

/** What a device stores of a citizen's visits; instants in milliseconds. */
export interface Visits {
  /** When the visit before this one ended; null on a first visit. */
  readonly since: number | null
  /** The last look. */
  readonly seen: number
}

/**
 * What is stored at a look: the same visit goes on, or another one has begun, and what happened since the last one is
 * news. A clock that went back begins no visit.
 */
export function visitNow(stored: Visits | null, now: number): Visits {
  if (!stored) return { since: null, seen: now }
  const returns = now - stored.seen > visitPause
  return { since: returns ? stored.seen : stored.since, seen: Math.max(stored.seen, now) }
}

/** From when on things are news to the citizen; null on a first visit: to them everything would be. */
export const newsSince = ({ since }: Visits, now: number): number | null =>
  since === null ? null : Math.max(since, now - longestAbsence)
