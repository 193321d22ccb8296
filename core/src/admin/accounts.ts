import { IsNull } from 'typeorm'
import type { Keys } from '../auth'
import { Citizen } from '../citizens'
import { isDuplicate, type Context } from '../platform'
import { PanelAccount, PanelSession } from './panel.entity'
import { PanelDevice } from './panel-sign-in.entity'
import { renewCodes } from './recovery-codes'
import { hashPassword } from './sign-in'
import { isReadable, newTotp } from './totp'

/** What `npm run admin:reset` asks for. */
export interface ResetPanelAccount {
  readonly username: string
  readonly password: string
  /** A new second factor, in place of one that it may have. */
  readonly withTotp: boolean
  /** A second factor if it has none that works: one that was stored under another NATION_SECRET does not. */
  readonly needsTotp?: boolean
}

/** What `npm run admin:create` asks for. */
export interface NewPanelAccount extends ResetPanelAccount {
  /** The citizen it is bound to, by X handle. */
  readonly handle: string
}

/** What was made, to be shown once. */
export interface MadePanelAccount {
  /** The authenticator's address when there is a new second factor. */
  readonly totpAddress: string | null
  /** Made together with a second factor. */
  readonly recoveryCodes: readonly string[]
}

/**
 * Makes a panel account, or gives an existing one of that name a new password; all its panel sessions end. A second factor
 * stays as it is unless a new one is asked for or needed; with a new one come recovery codes. An account never changes hands.
 * @throws Error with a plain sentence when the citizen is not known for certain or the password is short
 */
export async function createPanelAccount(ctx: Context, keys: Keys, input: NewPanelAccount): Promise<MadePanelAccount> {
  if (!/^[\w.-]{1,64}$/.test(input.username)) throw new Error('A username has letters, digits, dots and dashes only.')
  requirePassword(input)
  const citizen = await citizenNamed(ctx, input.handle)
  const { account, isNew } = await accountFor(ctx, citizen, input.username)
  if (account.citizenId !== citizen.id) {
    throw new Error(`The account '${input.username}' belongs to another citizen: choose another name.`)
  }
  const made = await giveCredentials(ctx, keys, account, input)
  ctx.journal.add({
    kind: isNew ? 'admin.account-created' : 'admin.account-renewed',
    subject: citizen.uid,
    facts: { username: input.username },
  })
  return made
}

/**
 * Gives an account that stands a new password. All its panel sessions end, and every browser it was known in is a stranger again. A
 * second factor stays as it is unless a new one is asked for or needed. No account is made, and none that was revoked comes back.
 * @throws Error with a plain sentence when there is no such account, it is revoked, or the password is short
 */
export async function resetPanelAccount(ctx: Context, keys: Keys, input: ResetPanelAccount): Promise<MadePanelAccount> {
  requirePassword(input)
  const account = await accountNamed(ctx, input.username)
  if (!account) throw new Error(`There is no panel account '${input.username}': admin-create makes one.`)
  if (account.revokedAt) throw new Error(`The account '${input.username}' is revoked: admin-create gives it back.`)
  const made = await giveCredentials(ctx, keys, account, input)
  await ctx.tx
    .getRepository(PanelDevice)
    .update({ accountId: account.id, revokedAt: IsNull() }, { revokedAt: ctx.now() })
  const { uid } = await ctx.tx.getRepository(Citizen).findOneByOrFail({ id: account.citizenId })
  ctx.journal.add({ kind: 'admin.account-renewed', subject: uid, facts: { username: input.username } })
  return made
}

function requirePassword({ password }: ResetPanelAccount): void {
  if (password.length < 12) throw new Error('A password needs at least 12 characters.')
}

const accountNamed = (ctx: Context, username: string): Promise<PanelAccount | null> =>
  ctx.tx.getRepository(PanelAccount).findOne({ where: { username }, lock: { mode: 'pessimistic_write' } })

/** The account of a name, locked: the one that stands, or a new one of a citizen, which has no password yet. */
async function accountFor(
  ctx: Context,
  citizen: Citizen,
  username: string,
): Promise<{ readonly account: PanelAccount; readonly isNew: boolean }> {
  const existing = await accountNamed(ctx, username)
  if (existing) return { account: existing, isNew: false }
  const accounts = ctx.tx.getRepository(PanelAccount)
  const account = accounts.create({
    username,
    citizenId: citizen.id,
    passwordHash: '',
    totpSecret: null,
    totpLastStep: '0',
    createdAt: ctx.now(),
  })
  try {
    return { account: await accounts.save(account), isNew: true }
  } catch (error) {
    if (!isDuplicate(error)) throw error
    // Another process made it a moment before.
    const other = await accountNamed(ctx, username)
    if (!other) throw error
    return { account: other, isNew: false }
  }
}

/** Writes the password, and a second factor where one is asked for or needed; ends the account's sessions. */
async function giveCredentials(
  ctx: Context,
  keys: Keys,
  account: PanelAccount,
  { username, password, withTotp, needsTotp }: ResetPanelAccount,
): Promise<MadePanelAccount> {
  const works = account.totpSecret !== null && isReadable(keys.totp, account.totpSecret)
  const totp = withTotp || (needsTotp && !works) ? newTotp(keys.totp, username) : null
  const saved = await ctx.tx.getRepository(PanelAccount).save(
    Object.assign(account, {
      passwordHash: await hashPassword(password),
      ...(totp && { totpSecret: totp.stored, totpLastStep: '0' }),
      totpPending: null,
      totpPendingAt: null,
      revokedAt: null,
    }),
  )
  await endPanelSessions(ctx, saved.id)
  const recoveryCodes = totp ? await renewCodes(ctx, keys, saved.id) : []
  return { totpAddress: totp?.address ?? null, recoveryCodes }
}

/**
 * Revokes a panel account: it opens no new session, and its tokens are refused from now on.
 * @throws Error with a plain sentence when there is no such account
 */
export async function revokePanelAccount(ctx: Context, username: string): Promise<void> {
  const accounts = ctx.tx.getRepository(PanelAccount)
  const account = await accounts.findOne({ where: { username }, lock: { mode: 'pessimistic_write' } })
  if (!account) throw new Error(`There is no panel account '${username}'.`)
  await accounts.update({ id: account.id }, { revokedAt: ctx.now() })
  await endPanelSessions(ctx, account.id)
  const { uid } = await ctx.tx.getRepository(Citizen).findOneByOrFail({ id: account.citizenId })
  ctx.journal.add({ kind: 'admin.account-revoked', subject: uid, facts: { username } })
}

/**
 * Takes a citizen's panel accounts away, and ends their panel sessions: only administrators have them.
 * @returns the names of those that were not revoked before
 */
export async function revokePanelOf(ctx: Context, citizenId: string): Promise<readonly string[]> {
  const now = ctx.now()
  const standing = await ctx.tx.getRepository(PanelAccount).find({
    where: { citizenId, revokedAt: IsNull() },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  })
  await ctx.tx.query(
    `UPDATE panel_sessions s JOIN panel_accounts a ON a.id = s.account_id SET s.ended_at = ?
     WHERE a.citizen_id = ? AND s.ended_at IS NULL`,
    [now, citizenId],
  )
  await ctx.tx.query('UPDATE panel_accounts SET revoked_at = ? WHERE citizen_id = ? AND revoked_at IS NULL', [
    now,
    citizenId,
  ])
  return standing.map(({ username }) => username)
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
