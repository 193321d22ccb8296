import { hash, verify } from '@node-rs/argon2'
import { sessionLifetimes } from '@nation/domain/auth'
import type { CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import type { DataSource } from 'typeorm'
import { farewellOf, type Keys, issueBearer } from '../auth'
import { Citizen } from '../citizens'
import type { CitizenContext, Context } from '../platform'
import { rememberDevice, type DeviceToken } from './devices'
import { PanelAccount, PanelSession } from './panel.entity'
import { spendCode } from './recovery-codes'
import { isReadable, totpStep } from './totp'

/** argon2id with OWASP's parameters: 19 MiB, two passes, one lane. */
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Checked when there is no such account, so that a guess takes as long as a real one. */
const decoyHash = hash('nobody has this password', argon2)

/** A password's hash, as it is stored. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, argon2)
}

/** An account whose password was right a moment ago. */
export type ProvenAccount = Pick<PanelAccount, 'id' | 'passwordHash'>

/**
 * The slow part of a sign-in, outside of any transaction: guesses hold no lock and no connection.
 * @returns null when the password is wrong, or no account has the name; both take as long
 */
export async function provePassword(
  database: DataSource,
  username: string,
  password: string,
): Promise<ProvenAccount | null> {
  const account = await database.getRepository(PanelAccount).findOneBy({ username })
  const right = await verify(account?.passwordHash ?? (await decoyHash), password)
  return account && right ? { id: account.id, passwordHash: account.passwordHash } : null
}

/** What else a sign-in brings beside the password. */
export interface SignInExtras {
  readonly totp: string | undefined
  readonly recoveryCode: string | undefined
  /** Whether an account without a second factor is refused. */
  readonly secondFactorRequired: boolean
  /** The genuine cookie of the browser, if it sent one. */
  readonly device: DeviceToken | null
  readonly userAgent: string
}

/**
 * The rest of `admin.authenticate`: the second factor, the session, and the browser as a known device.
 * @throws NationError `credentials_invalid`, `second_factor_missing`
 */
export async function openPanel(
  ctx: Context,
  keys: Keys,
  proven: ProvenAccount,
  extras: SignInExtras,
): Promise<{ answer: CallOutput<'admin.authenticate'>; device: DeviceToken }> {
  const accounts = ctx.tx.getRepository(PanelAccount)
  const account = await accounts.findOne({ where: { id: proven.id }, lock: { mode: 'pessimistic_write' } })
  if (!account || account.revokedAt !== null || account.passwordHash !== proven.passwordHash) {
    throw new NationError('credentials_invalid')
  }
  const now = ctx.now()
  const secondFactor = await proveSecondFactor(ctx, keys, account, extras)
  const citizen = await ctx.tx.getRepository(Citizen).findOneByOrFail({ id: account.citizenId })
  const device = await rememberDevice(ctx, keys, account, extras.device, extras.userAgent)
  const session = {
    id: ctx.newId(),
    accountId: account.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionLifetimes.panel),
    endedAt: null,
    previousAt: account.signedInAt,
    deviceId: device.id,
  }
  await ctx.tx.getRepository(PanelSession).insert(session)
  await accounts.update({ id: account.id }, { signedInAt: now, totpLastStep: account.totpLastStep })
  ctx.journal.add({
    kind: 'admin.signed-in',
    actor: citizen.uid,
    subject: citizen.uid,
    facts: { secondFactor },
  })
  const bearer = await issueBearer(keys, { kind: 'panel', uid: citizen.uid, sessionId: session.id }, now)
  return {
    answer: {
      success: true,
      token: bearer.token,
      expiresAt: bearer.expiresAt.getTime(),
      adminId: citizen.uid,
      farewell: farewellOf(keys, session.id),
      message: `Welcome, ${citizen.username}.`,
    },
    device: device.token,
  }
}

/** An authenticator's code, or a recovery code in its place. Each is good once. */
async function proveSecondFactor(
  ctx: Context,
  keys: Keys,
  account: PanelAccount,
  { totp, recoveryCode, secondFactorRequired }: SignInExtras,
): Promise<'none' | 'authenticator' | 'recovery code'> {
  if (account.totpSecret === null) {
    if (secondFactorRequired) throw new NationError('second_factor_missing')
    return 'none'
  }
  // Stored under another NATION_SECRET: no code can be right any more, and only the operator can help.
  if (!isReadable(keys.totp, account.totpSecret)) throw new NationError('second_factor_missing')
  if (recoveryCode !== undefined) {
    if (!(await spendCode(ctx, keys, account.id, recoveryCode))) throw new NationError('credentials_invalid')
    return 'recovery code'
  }
  const step = totp === undefined ? null : totpStep(keys.totp, account.totpSecret, totp, ctx.now())
  if (step === null || step <= Number(account.totpLastStep)) throw new NationError('credentials_invalid')
  account.totpLastStep = String(step)
  return 'authenticator'
}

/** `admin.logout`: ends this panel session. */
export async function leavePanel(ctx: CitizenContext): Promise<CallOutput<'admin.logout'>> {
  await ctx.tx.getRepository(PanelSession).update({ id: ctx.caller.sessionId }, { endedAt: ctx.now() })
  ctx.journal.add({ kind: 'admin.signed-out', actor: ctx.caller.uid, subject: ctx.caller.uid })
  return { success: true }
}
