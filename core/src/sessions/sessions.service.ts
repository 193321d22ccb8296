import { randomBytes } from 'node:crypto'
import { afterRefresh, judgeRefresh, sessionLifetimes } from '@nation/domain/auth'
import type { CallOutput } from '@nation/domain/contract'
import type { ErrorCode } from '@nation/domain/errors'
import { IsNull, MoreThan } from 'typeorm'
import { Citizen, presentOwn } from '../citizens'
import { welcome } from '../membership'
import { type CitizenContext, type Context, write } from '../platform'
import { type Keys, isGenuine, issueBearer, parseRefreshToken, refreshTokenOf } from '../auth'
import { Session, type SessionEnd } from './session.entity'
import type { XProfile } from '../x'
import { readLimits } from '../system'

/** A refresh token and when it runs out: what the cookie holds. */
export interface BrowserSession {
  readonly refreshToken: string
  readonly expiresAt: Date
}

/**
 * Opens a session for the account that X vouched for; the first visit makes the citizen. A caller that names the session's
 * `id` opens it at most once: a second insert meets the primary key.
 */
export async function openSession(
  ctx: Context,
  keys: Keys,
  profile: XProfile,
  userAgent: string,
  id = ctx.newId(),
): Promise<BrowserSession> {
  const citizen = await welcome(ctx, profile, keys)
  const now = ctx.now()
  const session = ctx.tx.getRepository(Session).create({
    id,
    citizenId: citizen.id,
    salt: randomBytes(16),
    generation: 1,
    seenGeneration: 0,
    rotatedAt: now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionLifetimes.refresh),
    endedAt: null,
    endedWhy: null,
    userAgent: userAgent.slice(0, 256),
  })
  await ctx.tx.getRepository(Session).insert(session)
  ctx.journal.add({ kind: 'auth.signed-in', actor: citizen.uid, subject: citizen.uid })
  return { refreshToken: refreshTokenOf(keys, session.id, 1, session.salt), expiresAt: session.expiresAt }
}

/** What the cookie of this session's browser holds now; null when there is no such session, or it has ended. */
export async function browserSessionOf(ctx: Context, keys: Keys, id: string): Promise<BrowserSession | null> {
  const session = await ctx.tx
    .getRepository(Session)
    .findOneBy({ id, endedAt: IsNull(), expiresAt: MoreThan(ctx.now()) })
  if (!session) return null
  return {
    refreshToken: refreshTokenOf(keys, id, session.generation, session.salt),
    expiresAt: session.expiresAt,
  }
}

/** Whether this session was ever opened, ended or not. */
export function wasOpened(ctx: Context, id: string): Promise<boolean> {
  return ctx.tx.getRepository(Session).existsBy({ id })
}

/** What a refresh came to. A refusal is returned, not thrown: ending a copied session must be committed. */
export type RefreshOutcome =
  | { readonly refused: ErrorCode }
  | { readonly refused: null; readonly answer: CallOutput<'auth.refresh'>; readonly session: BrowserSession }

/** Exchanges a refresh token for an access token and the next refresh token. */
export async function refreshSession(ctx: Context, keys: Keys, token: string | undefined): Promise<RefreshOutcome> {
  const presented = parseRefreshToken(token ?? '')
  if (!presented) return { refused: 'unauthenticated' }
  const session = await ctx.tx
    .getRepository(Session)
    .findOne({ where: { id: presented.sessionId }, lock: { mode: 'pessimistic_write' } })
  if (!session || !isGenuine(keys, presented, session.salt)) return { refused: 'unauthenticated' }
  const citizen = await ctx.tx.getRepository(Citizen).findOneByOrFail({ id: session.citizenId })
  const now = ctx.now()
  const verdict = judgeRefresh(session, presented.generation, now)
  if (verdict === 'ended') return { refused: 'session_ended' }
  if (verdict === 'reused') {
    await endSessions(ctx, { id: session.id }, 'reuse')
    ctx.journal.add({
      kind: 'auth.session-reused',
      subject: citizen.uid,
      facts: { session: session.id },
      visibility: `citizen:${citizen.uid}`,
    })
    return { refused: 'session_reused' }
  }
  const next = afterRefresh(session, presented.generation, verdict, now)
  await ctx.tx.getRepository(Session).save(Object.assign(session, next))
  if (verdict !== 'resend') await ctx.tx.getRepository(Citizen).update({ id: citizen.id }, { lastActiveAt: now })
  const bearer = await issueBearer(keys, { kind: 'citizen', uid: citizen.uid, sessionId: session.id }, now)
  return {
    refused: null,
    answer: {
      success: true,
      accessToken: bearer.token,
      expiresAt: bearer.expiresAt.getTime(),
      user: presentOwn(citizen, await readLimits(ctx.tx), now),
    },
    session: {
      refreshToken: refreshTokenOf(keys, session.id, session.generation, session.salt),
      expiresAt: session.expiresAt,
    },
  }
}

/** Ends the session that a refresh token belongs to. An unknown token changes nothing. */
export async function signOut(ctx: Context, keys: Keys, token: string | undefined): Promise<void> {
  const presented = parseRefreshToken(token ?? '')
  if (!presented) return
  const session = await ctx.tx.getRepository(Session).findOneBy({ id: presented.sessionId })
  if (!session || !isGenuine(keys, presented, session.salt)) return
  if ((await endSessions(ctx, { id: session.id }, 'logout')) === 0) return
  const { uid } = await ctx.tx.getRepository(Citizen).findOneByOrFail({ id: session.citizenId })
  ctx.journal.add({ kind: 'auth.signed-out', actor: uid, subject: uid })
}

/** Ends every session of the caller; answers how many. Their access tokens are refused from now on. */
export async function signOutEverywhere(ctx: CitizenContext): Promise<CallOutput<'auth.logout-everywhere'>> {
  const ended = (await endSessions(ctx, { citizenId: ctx.caller.id }, 'everywhere')) + (await endPanelSessions(ctx))
  ctx.journal.add({
    kind: 'auth.signed-out-everywhere',
    actor: ctx.caller.uid,
    subject: ctx.caller.uid,
    facts: { ended },
    visibility: `citizen:${ctx.caller.uid}`,
  })
  return { success: true, ended }
}

/** The panel's sessions are the citizen's, too: a citizen who fears for one wants all of them ended. */
async function endPanelSessions(ctx: CitizenContext): Promise<number> {
  const result = await write(
    ctx.tx,
    `UPDATE panel_sessions s JOIN panel_accounts a ON a.id = s.account_id SET s.ended_at = ?
     WHERE a.citizen_id = ? AND s.ended_at IS NULL`,
    [ctx.now(), ctx.caller.id],
  )
  return result.affectedRows
}

async function endSessions(
  ctx: Context,
  which: { id: string } | { citizenId: string },
  why: SessionEnd,
): Promise<number> {
  const result = await ctx.tx
    .createQueryBuilder()
    .update(Session)
    .set({ endedAt: ctx.now(), endedWhy: why })
    .where(which)
    .andWhere('ended_at IS NULL')
    .execute()
  return result.affected ?? 0
}
