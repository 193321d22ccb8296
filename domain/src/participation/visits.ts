/** A device that nobody looked at for this long is looked at for another visit, in milliseconds. */
export const visitPause = 30 * 60_000

/** What is older is history, whenever somebody was last here, in milliseconds. */
export const longestAbsence = 30 * 86_400_000

/** What a device keeps of somebody's visits; instants in milliseconds. */
export interface Visits {
  /** When the visit before this one ended; null on a first visit. */
  readonly since: number | null
  /** When somebody last looked. */
  readonly seen: number
}

/**
 * What is kept when somebody looks: the same visit goes on, or another one has begun, and what happened since the last one is
 * news. A clock that went back begins no visit.
 */
export function visitNow(kept: Visits | null, now: number): Visits {
  if (!kept) return { since: null, seen: now }
  const returns = now - kept.seen > visitPause
  return { since: returns ? kept.seen : kept.since, seen: Math.max(kept.seen, now) }
}

/** From when on things are news to somebody; null on a first visit: to them everything would be. */
export const newsSince = ({ since }: Visits, now: number): number | null =>
  since === null ? null : Math.max(since, now - longestAbsence)
