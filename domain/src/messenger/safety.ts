import { type Roles, isAdministrator } from '../permissions'
import { allowed, refused, type Verdict } from '../errors'

/** Lengths in characters, times in hours, and the sizes of lists. */
export const safetyLimits = {
  reason: 300,
  resolution: 500,
  /** A mute lasts 30 days at most. */
  longestMute: 720,
  /** Messages on each side of a reported one that are stored with it. */
  surroundings: 5,
  blocks: 1_000,
  reports: 20,
  largestReports: 50,
} as const

/** How often a citizen may write in one conversation: in the group of all citizens as in a direct one. */
export const channelLimit = { points: 20, seconds: 30 } as const

/** A citizen who may not write for a time. */
export interface Mute {
  readonly until: Date
  readonly reason: string
}

/** Whether a citizen may post, edit or react: not while they are muted. A mute ends by itself. */
export function canSpeak(mute: Mute | undefined, now: Date): Verdict {
  if (!mute || mute.until <= now) return allowed
  const until = `${mute.until.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return refused('muted', { until, reason: mute.reason, mutedUntil: mute.until.getTime() })
}

/** Whether a moderator may mute a citizen: not themselves, and administrators are muted by administrators alone. */
export function canMute(by: Roles & { readonly uid: string }, whom: Roles & { readonly uid: string }): Verdict {
  if (by.uid === whom.uid) return refused('mute_forbidden')
  return isAdministrator(whom) && !isAdministrator(by) ? refused('mute_forbidden') : allowed
}

/** What a moderator has to do with what they are to decide on. */
export interface Concern {
  /** Whether they stand, or stood, for the office for which the citizen stands, in the same election. */
  readonly isRival: boolean
  /** Whether the message mentions them, or answers one of theirs. */
  readonly isCriticised: boolean
}

/**
 * Whether a moderator may decide on a citizen or a message. Nobody decides on a rival, or on criticism of themselves (ruling: code of
 * conduct): administrators do not either, and where there is no other moderator a report stays open.
 */
export function canJudge({ isRival, isCriticised }: Concern): Verdict {
  if (isRival) return refused('moderator_rival')
  return isCriticised ? refused('moderator_criticised') : allowed
}
