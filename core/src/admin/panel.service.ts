import { hash, verify } from '@node-rs/argon2'
import { sessionLifetimes } from '@nation/domain/auth'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { issueBearer } from '../auth/tokens'
import type { Keys } from '../auth/keys'
import { Citizen } from '../citizens/citizen.entity'
import type { CitizenContext, Context } from '../platform'
import { PanelAccount, PanelSession } from './panel.entity'
import { newTotp, totpStep } from './totp'

/** argon2id with OWASP's parameters: 19 MiB, two passes, one lane. */
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Checked when there is no such account, so that a guess takes as long as a real one. */
const nobodysHash = hash('nobody has this password', argon2)

/**
 * `admin.authenticate`: the panel's own sign-in. One answer for every kind of wrong, in the same time.
 * @throws NationError `credentials_invalid`
 */
export async function authenticate(
  ctx: Context,
  keys: Keys,
  input: CallInput<'admin.authenticate'>,
): Promise<CallOutput<'admin.authenticate'>> {
  const account = await ctx.tx
    .getRepository(PanelAccount)
    .findOne({ where: { username: input.username }, lock: { mode: 'pessimistic_write' } })
  const passwordRight = await verify(account?.passwordHash ?? (await nobodysHash), input.password)
  if (!account || account.revokedAt !== null || !passwordRight) throw new NationError('credentials_invalid')
  const now = ctx.now()
  if (account.totpSecret !== null) await useTotp(ctx, keys, account, input.totp, now)
  const citizen = await ctx.tx.getRepository(Citizen).findOneByOrFail({ id: account.citizenId })
  const session = ctx.tx.getRepository(PanelSession).create({
    id: ctx.newId(),
    accountId: account.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionLifetimes.panel),
    endedAt: null,
  })
  await ctx.tx.getRepository(PanelSession).insert(session)
  ctx.journal.add({ kind: 'admin.signed-in', actor: citizen.uid, subject: citizen.uid, visibility: 'admins' })
  const bearer = await issueBearer(keys, { kind: 'panel', uid: citizen.uid, sessionId: session.id }, now)
  return {
    success: true,
    token: bearer.token,
    expiresAt: bearer.expiresAt.getTime(),
    adminId: citizen.uid,
    message: `Welcome, ${citizen.username}.`,
  }
}

async function useTotp(
  ctx: Context,
  keys: Keys,
  account: PanelAccount,
  code: string | undefined,
  now: Date,
): Promise<void> {
  const step = account.totpSecret && code ? totpStep(keys.totp, account.totpSecret, code, now) : null
  if (step === null || step <= Number(account.totpLastStep)) throw new NationError('credentials_invalid')
  account.totpLastStep = String(step)
  await ctx.tx.getRepository(PanelAccount).save(account)
}

/** `admin.logout`: ends this panel session. */
export async function leavePanel(ctx: CitizenContext): Promise<CallOutput<'admin.logout'>> {
  await ctx.tx.getRepository(PanelSession).update({ id: ctx.caller.sessionId }, { endedAt: ctx.now() })
  ctx.journal.add({ kind: 'admin.signed-out', actor: ctx.caller.uid, subject: ctx.caller.uid, visibility: 'admins' })
  return { success: true }
}

/** What `npm run admin:create` asks for. */
export interface NewPanelAccount {
  readonly username: string
  readonly password: string
  /** The citizen it is bound to, by X handle. */
  readonly handle: string
  readonly withTotp: boolean
}

/**
 * Makes a panel account, or gives an existing one of that name a new password; all its panel sessions end.
 * @returns the authenticator's address when there is a second factor
 * @throws Error with a plain sentence when the citizen does not exist or the password is short
 */
export async function createPanelAccount(
  ctx: Context,
  keys: Keys,
  input: NewPanelAccount,
): Promise<{ totpAddress: string | null }> {
  if (!/^[\w.-]{1,64}$/.test(input.username)) throw new Error('A username has letters, digits, dots and dashes only.')
  if (input.password.length < 12) throw new Error('A password needs at least 12 characters.')
  const citizen = await ctx.tx.getRepository(Citizen).findOneBy({ handle: input.handle.replace(/^@/, '') })
  if (!citizen)
    throw new Error(`No citizen has the handle @${input.handle.replace(/^@/, '')}: they must sign in once first.`)
  const accounts = ctx.tx.getRepository(PanelAccount)
  const totp = input.withTotp ? newTotp(keys.totp, input.username) : null
  const existing = await accounts.findOne({ where: { username: input.username }, lock: { mode: 'pessimistic_write' } })
  const account = Object.assign(existing ?? accounts.create({ createdAt: ctx.now() }), {
    username: input.username,
    citizenId: citizen.id,
    passwordHash: await hash(input.password, argon2),
    totpSecret: totp?.stored ?? null,
    totpLastStep: '0',
    revokedAt: null,
  })
  await accounts.save(account)
  if (existing) await ctx.tx.getRepository(PanelSession).update({ accountId: account.id }, { endedAt: ctx.now() })
  ctx.journal.add({
    kind: existing ? 'admin.account-renewed' : 'admin.account-created',
    subject: citizen.uid,
    facts: { username: input.username },
    visibility: 'admins',
  })
  return { totpAddress: totp?.address ?? null }
}
