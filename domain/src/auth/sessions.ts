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
  /** How long the refresh token before the newest gets the newest again, for two tabs that refresh at once. */
  grace: 30_000,
  /**
   * How long the refresh token before the newest gets another one in place of the newest, where nobody came with the newest: its answer was
   * lost. As long as unsent messages are tried again (decision 78).
   */
  lostAnswer: 86_400_000,
  /** From the click on 'Connect with Twitter' to the return from X. */
  signIn: 10 * 60_000,
  /** The admin panel's token. */
  panel: 8 * 3_600_000,
} as const

/** What is stored of a session, as far as refreshing depends on it. */
export interface SessionState {
  /** Of the newest refresh token that was given out. */
  readonly generation: number
  /** Of the newest one that somebody came with: once it is the newest of all, its answer has arrived. */
  readonly seenGeneration: number
  readonly rotatedAt: Date
  readonly expiresAt: Date
  readonly endedAt: Date | null
}

/**
 * What happens when a refresh token of some generation is presented:
 * `rotate` (the newest: give out the next), `resend` (the newest or the one before, moments ago: give out the newest again),
 * `replace` (the one before, and nobody came with the newest: its answer was lost; give out another one, and the newest is good no more),
 * `reused` (an old one: it was copied; end the session), `ended` (signed out or out of time).
 */
export type RefreshVerdict = 'rotate' | 'resend' | 'replace' | 'reused' | 'ended'

/** Decides what a presented refresh token is good for (decision 148). */
export function judgeRefresh(session: SessionState, presented: number, now: Date): RefreshVerdict {
  const { generation, seenGeneration } = session
  if (session.endedAt !== null || now.getTime() >= session.expiresAt.getTime()) return 'ended'
  const age = now.getTime() - session.rotatedAt.getTime()
  const withinGrace = age < sessionLifetimes.grace
  // At most one rotation in the grace window: quick reloads must not make a late request look like a thief's.
  if (presented === generation) return withinGrace ? 'resend' : 'rotate'
  if (withinGrace && (presented === seenGeneration || presented === generation - 1)) return 'resend'
  // Never the newest again: two parties with the same token could not be told apart.
  if (presented === seenGeneration && age < sessionLifetimes.lostAnswer) return 'replace'
  return 'reused'
}

/** What of a session changes when a refresh token was presented and accepted. */
export function afterRefresh(
  session: SessionState,
  presented: number,
  verdict: 'rotate' | 'resend' | 'replace',
  now: Date,
): Pick<SessionState, 'generation' | 'seenGeneration' | 'rotatedAt' | 'expiresAt'> {
  const { generation, rotatedAt, expiresAt } = session
  const seenGeneration = Math.max(session.seenGeneration, presented)
  if (verdict === 'resend') return { generation, seenGeneration, rotatedAt, expiresAt }
  return {
    // One is left out: the token that was replaced is not the one before the newest.
    generation: generation + (verdict === 'replace' ? 2 : 1),
    seenGeneration,
    rotatedAt: now,
    expiresAt: new Date(now.getTime() + sessionLifetimes.refresh),
  }
}
