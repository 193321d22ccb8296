import { hash, verify } from '@node-rs/argon2'
import { sessionLifetimes } from '@nation/domain/auth'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { issueBearer } from '../auth/tokens'
import type { Keys } from '../auth/keys'
import { IsNull } from 'typeorm'
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
  // The slow part holds no lock: guesses at one account must not queue up on its row.
  const accounts = ctx.tx.getRepository(PanelAccount)
  const checked = await accounts.findOneBy({ username: input.username })
  const passwordRight = await verify(checked?.passwordHash ?? (await nobodysHash), input.password)
  if (!checked || !passwordRight) throw new NationError('credentials_invalid')
  const account = await accounts.findOne({ where: { id: checked.id }, lock: { mode: 'pessimistic_write' } })
  if (!account || account.revokedAt !== null || account.passwordHash !== checked.passwordHash) {
    throw new NationError('credentials_invalid')
  }
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
 * Makes a panel account, or gives an existing one of that name a new password; all its panel sessions end. A second factor
 * stays as it is unless a new one is asked for; an account never changes hands.
 * @returns the authenticator's address when there is a new second factor
 * @throws Error with a plain sentence when the citizen is not known for certain or the password is short
 */
export async function createPanelAccount(
  ctx: Context,
  keys: Keys,
  input: NewPanelAccount,
): Promise<{ totpAddress: string | null }> {
  if (!/^[\w.-]{1,64}$/.test(input.username)) throw new Error('A username has letters, digits, dots and dashes only.')
  if (input.password.length < 12) throw new Error('A password needs at least 12 characters.')
  const citizen = await citizenNamed(ctx, input.handle)
  const accounts = ctx.tx.getRepository(PanelAccount)
  const totp = input.withTotp ? newTotp(keys.totp, input.username) : null
  const existing = await accounts.findOne({ where: { username: input.username }, lock: { mode: 'pessimistic_write' } })
  if (existing && existing.citizenId !== citizen.id) {
    throw new Error(`The account '${input.username}' belongs to another citizen: choose another name.`)
  }
  const account = Object.assign(existing ?? accounts.create({ createdAt: ctx.now() }), {
    username: input.username,
    citizenId: citizen.id,
    passwordHash: await hash(input.password, argon2),
    totpSecret: totp?.stored ?? existing?.totpSecret ?? null,
    totpLastStep: totp ? '0' : (existing?.totpLastStep ?? '0'),
    revokedAt: null,
  })
  await accounts.save(account)
  if (existing) await endPanelSessions(ctx, account.id)
  ctx.journal.add({
    kind: existing ? 'admin.account-renewed' : 'admin.account-created',
    subject: citizen.uid,
    facts: { username: input.username },
    visibility: 'admins',
  })
  return { totpAddress: totp?.address ?? null }
}

/**
 * Revokes a panel account: nobody signs in with it any more, and its tokens are refused from now on.
 * @throws Error with a plain sentence when there is no such account
 */
export async function revokePanelAccount(ctx: Context, username: string): Promise<void> {
  const accounts = ctx.tx.getRepository(PanelAccount)
  const account = await accounts.findOne({ where: { username }, lock: { mode: 'pessimistic_write' } })
  if (!account) throw new Error(`There is no panel account '${username}'.`)
  await accounts.update({ id: account.id }, { revokedAt: ctx.now() })
  await endPanelSessions(ctx, account.id)
  const { uid } = await ctx.tx.getRepository(Citizen).findOneByOrFail({ id: account.citizenId })
  ctx.journal.add({ kind: 'admin.account-revoked', subject: uid, facts: { username }, visibility: 'admins' })
}

/** Takes a citizen's panel accounts away, and ends their panel sessions: whoever is no administrator has none. */
export async function revokePanelOf(ctx: Context, citizenId: string): Promise<void> {
  const now = ctx.now()
  await ctx.tx.query(
    `UPDATE panel_sessions s JOIN panel_accounts a ON a.id = s.account_id SET s.ended_at = ?
     WHERE a.citizen_id = ? AND s.ended_at IS NULL`,
    [now, citizenId],
  )
  await ctx.tx.query('UPDATE panel_accounts SET revoked_at = ? WHERE citizen_id = ? AND revoked_at IS NULL', [
    now,
    citizenId,
  ])
}

async function endPanelSessions(ctx: Context, accountId: string): Promise<void> {
  await ctx.tx.getRepository(PanelSession).update({ accountId, endedAt: IsNull() }, { endedAt: ctx.now() })
}

/** Handles on X change hands: two citizens can have had the same one, and then only the right uid will do. */
async function citizenNamed(ctx: Context, name: string): Promise<Citizen> {
  const handle = name.replace(/^@/, '')
  const isUid = /^[0-9a-f-]{36}$/.test(handle)
  const found = await ctx.tx.getRepository(Citizen).findBy(isUid ? { uid: handle } : { handle })
  if (found.length > 1) {
    const uids = found.map((citizen) => citizen.uid).join(', ')
    throw new Error(`Several citizens have had the handle @${handle}; name one by its id: ${uids}.`)
  }
  const citizen = found[0]
  if (!citizen) throw new Error(`No citizen has the handle @${handle}: they must sign in once first.`)
  return citizen
}
