import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { IsNull, Not, type DataSource } from 'typeorm'
import type { Keys } from '../auth/keys'
import { type CitizenContext, column, readFirst } from '../platform'
import { devicesOf } from './devices'
import { PanelAccount, PanelSession } from './panel.entity'
import { PanelDevice, PanelRecoveryCode } from './panel-sign-in.entity'
import { codesLeft, renewCodes } from './recovery-codes'
import { provePassword, type ProvenAccount } from './sign-in'
import { failuresSince } from './tries'

/** `admin.security`: what whoever signed in should know of their account's sign-ins. */
export async function panelSecurity(ctx: CitizenContext, keys: Keys): Promise<CallOutput<'admin.security'>> {
  const { session, account } = await own(ctx)
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
  const { account } = await own(ctx, true)
  const known = { id: deviceId, accountId: account.id, revokedAt: IsNull() }
  const { affected } = await ctx.tx.getRepository(PanelDevice).update(known, { revokedAt: ctx.now() })
  if (affected !== 1) throw new NationError('device_not_found')
  const opened = { accountId: account.id, deviceId, endedAt: IsNull(), id: Not(ctx.caller.sessionId) }
  await ctx.tx.getRepository(PanelSession).update(opened, { endedAt: ctx.now() })
  const { uid } = ctx.caller
  ctx.journal.add({ kind: 'admin.device-revoked', actor: uid, subject: uid })
  return { success: true, deviceId }
}

/** Whether this is the password of the session's own account: asked before new recovery codes are made. */
export async function proveOwnPassword(
  database: DataSource,
  sessionId: string,
  password: string,
): Promise<ProvenAccount | null> {
  const row = await readFirst(
    database,
    { username: column.text },
    'SELECT a.username FROM panel_sessions s JOIN panel_accounts a ON a.id = s.account_id WHERE s.id = ?',
    [sessionId],
  )
  return provePassword(database, row?.username ?? '', password)
}

/**
 * `admin.renew-recovery-codes`: ten new codes; those before are worthless.
 * @throws NationError `password_wrong` when the password was changed in the meantime; `no_second_factor`
 */
export async function renewRecoveryCodes(
  ctx: CitizenContext,
  keys: Keys,
  proven: ProvenAccount,
): Promise<CallOutput<'admin.renew-recovery-codes'>> {
  const { account } = await own(ctx, true)
  if (account.id !== proven.id || account.passwordHash !== proven.passwordHash) throw new NationError('password_wrong')
  if (account.totpSecret === null) throw new NationError('no_second_factor')
  const recoveryCodes = await renewCodes(ctx, keys, account.id)
  const { uid } = ctx.caller
  ctx.journal.add({ kind: 'admin.recovery-codes-renewed', actor: uid, subject: uid })
  return { success: true, recoveryCodes }
}

/** The caller's panel session and its account; locked for a change. */
async function own(ctx: CitizenContext, forChange = false): Promise<{ session: PanelSession; account: PanelAccount }> {
  const session = await ctx.tx.getRepository(PanelSession).findOneBy({ id: ctx.caller.sessionId })
  if (!session) throw new NationError('session_ended')
  const lock = forChange ? { lock: { mode: 'pessimistic_write' as const } } : {}
  const account = await ctx.tx.getRepository(PanelAccount).findOneOrFail({ where: { id: session.accountId }, ...lock })
  return { session, account }
}
