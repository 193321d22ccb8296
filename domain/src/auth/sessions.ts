/** How long each thing of a sign-in lives, in milliseconds. */
export const sessionLifetimes = {
  /** A browser that signed in to the panel is a known device this long after its newest sign-in. */
  panelDevice: 180 * 86_400_000,
  /** A second factor that is set up in the panel is confirmed within this time, or begun anew. */
  secondFactorSetup: 10 * 60_000,
  /** An access token: short, because a copy of it is good for as long as it lives. */
  access: 10 * 60_000,
  /** A browser that does not come back for this long is signed out. */
  refresh: 30 * 86_400_000,
  /** How long the refresh token before the newest still answers, for two tabs that refresh at once or an answer that was lost. */
  grace: 30_000,
  /** From the click on 'Connect with Twitter' to the return from X. */
  signIn: 10 * 60_000,
  /** The admin panel's token. */
  panel: 8 * 3_600_000,
} as const

/** What is stored of a session, as far as refreshing depends on it. */
export interface SessionState {
  readonly generation: number
  readonly rotatedAt: Date
  readonly expiresAt: Date
  readonly endedAt: Date | null
}

/**
 * What happens when a refresh token of some generation is presented:
 * `rotate` (the newest: give out the next), `resend` (the newest or the one before, moments ago: give out the newest again),
 * `reused` (an old one: it was copied; end the session), `ended` (signed out or out of time).
 */
export type RefreshVerdict = 'rotate' | 'resend' | 'reused' | 'ended'

/** Decides what a presented refresh token is good for. */
export function judgeRefresh(session: SessionState, presented: number, now: Date): RefreshVerdict {
  if (session.endedAt !== null || now.getTime() >= session.expiresAt.getTime()) return 'ended'
  const withinGrace = now.getTime() < session.rotatedAt.getTime() + sessionLifetimes.grace
  // At most one rotation in the grace window: quick reloads must not make a late request look like a thief's.
  if (presented === session.generation) return withinGrace ? 'resend' : 'rotate'
  return presented === session.generation - 1 && withinGrace ? 'resend' : 'reused'
}
