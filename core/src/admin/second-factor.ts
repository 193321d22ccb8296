import { sessionLifetimes } from '@nation/domain/auth'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { IsNull, Not } from 'typeorm'
import type { Keys } from '../auth'
import type { CitizenContext } from '../platform'
import { ownAccount } from './own-account'
import { PanelAccount, PanelSession } from './panel.entity'
import { renewCodes, spendCode } from './recovery-codes'
import type { ProvenAccount } from './sign-in'
import { isReadable, newTotp, totpStep } from './totp'

/**
 * `admin.begin-second-factor`: a new secret, which counts once a code of it was shown. An account that has a second factor proves
 * it by a code or a recovery code: a password and an open panel are not enough to replace it.
 * @throws NationError `password_wrong` when the password was changed in the meantime; `code_wrong`
 */
export async function beginSecondFactor(
  ctx: CitizenContext,
  keys: Keys,
  proven: ProvenAccount,
  codes: FactorCodes,
): Promise<CallOutput<'admin.begin-second-factor'>> {
  const { account } = await ownAccount(ctx, true)
  if (account.id !== proven.id || account.passwordHash !== proven.passwordHash) throw new NationError('password_wrong')
  const lastStep = await proveFactor(ctx, keys, account, codes)
  const { stored, address } = newTotp(keys.totp, account.username)
  await ctx.tx
    .getRepository(PanelAccount)
    .update({ id: account.id }, { totpPending: stored, totpPendingAt: ctx.now(), totpLastStep: lastStep })
  return { success: true, totpAddress: address }
}

/** What a caller shows of the second factor that there is. */
export type FactorCodes = Pick<CallInput<'admin.begin-second-factor'>, 'totp' | 'recoveryCode'>

/**
 * The second factor that there is: its code or a recovery code, each good once. One that cannot be read is proved by no code.
 * @returns the last step that was used, for the caller to store
 * @throws NationError `code_wrong`
 */
export async function proveFactor(
  ctx: CitizenContext,
  keys: Keys,
  account: PanelAccount,
  { totp, recoveryCode }: FactorCodes,
): Promise<string> {
  const { totpSecret: stored, totpLastStep } = account
  if (stored === null) return totpLastStep
  if (!isReadable(keys.totp, stored)) throw new NationError('code_wrong')
  if (recoveryCode !== undefined) {
    if (await spendCode(ctx, keys, account.id, recoveryCode)) return totpLastStep
    throw new NationError('code_wrong')
  }
  const step = totp === undefined ? null : totpStep(keys.totp, stored, totp, ctx.now())
  if (step === null || step <= Number(totpLastStep)) throw new NationError('code_wrong')
  return String(step)
}

/**
 * `admin.confirm-second-factor`: from now on the account has this second factor and these recovery codes. Its other panel sessions end.
 * @throws NationError `second_factor_not_begun`, `code_wrong`
 */
export async function confirmSecondFactor(
  ctx: CitizenContext,
  keys: Keys,
  { totp }: CallInput<'admin.confirm-second-factor'>,
): Promise<CallOutput<'admin.confirm-second-factor'>> {
  const { account } = await ownAccount(ctx, true)
  const { totpPending: pending, totpPendingAt: begunAt } = account
  const now = ctx.now()
  if (pending === null || begunAt === null || now.getTime() - begunAt.getTime() > sessionLifetimes.secondFactorSetup) {
    throw new NationError('second_factor_not_begun')
  }
  const step = totpStep(keys.totp, pending, totp, now)
  if (step === null) throw new NationError('code_wrong')
  const set = { totpSecret: pending, totpLastStep: String(step), totpPending: null, totpPendingAt: null }
  await ctx.tx.getRepository(PanelAccount).update({ id: account.id }, set)
  const others = { accountId: account.id, endedAt: IsNull(), id: Not(ctx.caller.sessionId) }
  await ctx.tx.getRepository(PanelSession).update(others, { endedAt: now })
  const recoveryCodes = await renewCodes(ctx, keys, account.id)
  const { uid } = ctx.caller
  ctx.journal.add({ kind: 'admin.second-factor-set', actor: uid, subject: uid })
  return { success: true, recoveryCodes }
}
