import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { IsNull, Not, type DataSource } from 'typeorm'
import type { Keys } from '../auth'
import { type CitizenContext, column, readFirst, readRows } from '../platform'
import { devicesOf } from './devices'
import { ownAccount } from './own-account'
import { PanelAccount, PanelSession } from './panel.entity'
import { PanelDevice, PanelRecoveryCode } from './panel-sign-in.entity'
import { codesLeft, renewCodes } from './recovery-codes'
import { proveFactor, type FactorCodes } from './second-factor'
import type { ProvenAccount } from './sign-in'
import { failuresSince } from './tries'

/** `admin.security`: what an administrator should know of the sign-ins to their account. */
export async function panelSecurity(ctx: CitizenContext, keys: Keys): Promise<CallOutput<'admin.security'>> {
  const { session, account } = await ownAccount(ctx)
  const since = session.previousAt ?? account.createdAt
  const failed = await failuresSince(ctx, keys, account.username, since)
  const devices = await devicesOf(ctx, account.id)
  const [newest] = await ctx.tx
    .getRepository(PanelRecoveryCode)
    .find({ where: { accountId: account.id }, order: { id: 'DESC' }, take: 1 })
  return {
    success: true,
    username: account.username,
    secondFactor: account.totpSecret !== null,
    recoveryCodes: { left: await codesLeft(ctx, account.id), madeAt: newest?.createdAt.getTime() ?? null },
    previousSignInAt: session.previousAt?.getTime() ?? null,
    failedTries: {
      tries: failed.tries,
      networks: failed.networks,
      firstAt: failed.firstAt?.getTime() ?? null,
      lastAt: failed.lastAt?.getTime() ?? null,
    },
    devices: devices.map(({ id, label, createdAt, lastUsedAt }) => ({
      id,
      label,
      createdAt: createdAt.getTime(),
      lastUsedAt: lastUsedAt.getTime(),
      current: id === session.deviceId,
    })),
    sessions: await openSessions(ctx, session),
  }
}

/**
 * `admin.revoke-device`: the device is a stranger from now on, and sessions that were opened on it end, but for the one that asks.
 * @throws NationError `device_not_found`
 */
export async function revokeDevice(
  ctx: CitizenContext,
  { deviceId }: CallInput<'admin.revoke-device'>,
): Promise<CallOutput<'admin.revoke-device'>> {
  const { account } = await ownAccount(ctx, true)
  const known = { id: deviceId, accountId: account.id, revokedAt: IsNull() }
  const { affected } = await ctx.tx.getRepository(PanelDevice).update(known, { revokedAt: ctx.now() })
  if (affected !== 1) throw new NationError('device_not_found')
  const opened = { accountId: account.id, deviceId, endedAt: IsNull(), id: Not(ctx.caller.sessionId) }
  await ctx.tx.getRepository(PanelSession).update(opened, { endedAt: ctx.now() })
  const { uid } = ctx.caller
  ctx.journal.add({ kind: 'admin.device-revoked', actor: uid, subject: uid })
  return { success: true, deviceId }
}

/** The account's panel sessions that are open, the newest first. */
async function openSessions(
  ctx: CitizenContext,
  { id: current, accountId }: PanelSession,
): Promise<CallOutput<'admin.security'>['sessions']> {
  const rows = await readRows(
    ctx.tx,
    { id: column.text, created_at: column.instant, expires_at: column.instant, label: column.text.nullable },
    `SELECT s.id, s.created_at, s.expires_at, d.label FROM panel_sessions s LEFT JOIN panel_devices d ON d.id = s.device_id
     WHERE s.account_id = ? AND s.ended_at IS NULL AND s.expires_at > ? ORDER BY s.created_at DESC, s.id DESC LIMIT 100`,
    [accountId, ctx.now()],
  )
  return rows.map((row) => ({
    id: row.id,
    device: row.label,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    current: row.id === current,
  }))
}

/**
 * `admin.end-session`: ends one panel session of the caller's account. Of two requests to end it, one is refused, because it has ended.
 * @throws NationError `panel_session_not_found`
 */
export async function endPanelSession(
  ctx: CitizenContext,
  { sessionId }: CallInput<'admin.end-session'>,
): Promise<CallOutput<'admin.end-session'>> {
  const { account } = await ownAccount(ctx, true)
  const open = { id: sessionId, accountId: account.id, endedAt: IsNull() }
  const { affected } = await ctx.tx.getRepository(PanelSession).update(open, { endedAt: ctx.now() })
  if (affected !== 1) throw new NationError('panel_session_not_found')
  const { uid } = ctx.caller
  ctx.journal.add({ kind: 'admin.session-ended', actor: uid, subject: uid })
  return { success: true, sessionId }
}

/**
 * The name of the session's own account: its password is asked before its sign-in is changed.
 * @throws NationError `session_ended`
 */
export async function ownUsername(database: DataSource, sessionId: string): Promise<string> {
  const row = await readFirst(
    database,
    { username: column.text },
    'SELECT a.username FROM panel_sessions s JOIN panel_accounts a ON a.id = s.account_id WHERE s.id = ?',
    [sessionId],
  )
  if (!row) throw new NationError('session_ended')
  return row.username
}

/**
 * `admin.renew-recovery-codes`: ten new codes; those before are worthless. As each of them replaces the second factor, the caller
 * proves it first.
 * @throws NationError `password_wrong` when the password was changed in the meantime; `no_second_factor`, `code_wrong`
 */
export async function renewRecoveryCodes(
  ctx: CitizenContext,
  keys: Keys,
  proven: ProvenAccount,
  codes: FactorCodes,
): Promise<CallOutput<'admin.renew-recovery-codes'>> {
  const { account } = await ownAccount(ctx, true)
  if (account.id !== proven.id || account.passwordHash !== proven.passwordHash) throw new NationError('password_wrong')
  if (account.totpSecret === null) throw new NationError('no_second_factor')
  const totpLastStep = await proveFactor(ctx, keys, account, codes)
  await ctx.tx.getRepository(PanelAccount).update({ id: account.id }, { totpLastStep })
  const recoveryCodes = await renewCodes(ctx, keys, account.id)
  const { uid } = ctx.caller
  ctx.journal.add({ kind: 'admin.recovery-codes-renewed', actor: uid, subject: uid })
  return { success: true, recoveryCodes }
}

/** Whether a session of the panel is open: not ended, not expired, and of an account that was not revoked. */
export async function panelSessionIsOpen(database: DataSource, id: string, now: Date): Promise<boolean> {
  const row = await readFirst(
    database,
    { id: column.text },
    `SELECT s.id FROM panel_sessions s JOIN panel_accounts a ON a.id = s.account_id
     WHERE s.id = ? AND s.ended_at IS NULL AND s.expires_at > ? AND a.revoked_at IS NULL`,
    [id, now],
  )
  return row !== undefined
}
