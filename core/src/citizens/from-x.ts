import { NationError } from '@nation/domain/errors'
import type { CallOutput } from '@nation/domain/contract'
import { type XProfile, XRefusal, type XApp } from '../x'
import { change, type Context, type IdempotencyClaim, type Replay, type Runtime, type SignedIn } from '../platform'
import { Citizen } from './citizen.entity'
import { renameInSearch } from './citizen-words'
import { renameOfficial } from './official-names'
import { presentOwn } from './present'
import { readLimits } from '../system'

/** What X says of an account and may say differently tomorrow. */
export const fromX = (profile: XProfile, now: Date) => ({
  handle: profile.handle,
  username: profile.name,
  avatarUrl: profile.avatarUrl,
  followers: profile.followers,
  verified: profile.verified,
  xRefreshedAt: now,
  xMissingSince: null,
  updatedAt: now,
})

/** Whether our copy of X's picture is another than X's now. */
export const hasNewPicture = (citizen: Pick<Citizen, 'avatarUrl'>, profile: XProfile): boolean =>
  citizen.avatarUrl !== profile.avatarUrl

/** Whether others see a citizen differently now. */
export const looksDifferent = (citizen: Citizen, profile: XProfile): boolean =>
  citizen.username !== profile.name ||
  citizen.handle !== profile.handle ||
  citizen.followers !== profile.followers ||
  citizen.verified !== profile.verified

/**
 * Writes down what X said of a citizen whose row is locked. Does nothing when it was asked of X before what is known now:
 * answers may overtake each other.
 */
export async function applyProfile(ctx: Context, citizen: Citizen, profile: XProfile, askedAt: Date): Promise<void> {
  if (citizen.leftAt !== null || citizen.xRefreshedAt.getTime() > askedAt.getTime()) return
  if (hasNewPicture(citizen, profile)) {
    ctx.journal.add({ kind: 'citizens.picture-changed', subject: citizen.uid })
  }
  if (looksDifferent(citizen, profile)) {
    ctx.journal.add({ kind: 'citizens.updated', subject: citizen.uid, visibility: `citizen:${citizen.uid}` })
  }
  const seen = fromX(profile, ctx.now())
  if (citizen.username !== seen.username || citizen.handle !== seen.handle)
    await renameOfficial(ctx.tx, citizen.id, seen)
  await renameInSearch(ctx.tx, citizen, seen)
  await ctx.tx.getRepository(Citizen).save(Object.assign(citizen, seen))
}

/**
 * `user.refresh-twitter`: asks X for the caller's account, and writes down what it says.
 * @throws NationError `no_x_account` when X no longer shows it, `rate_limited` when X has had enough, `x_unavailable`
 */
export async function refreshFromX(
  runtime: Runtime,
  x: XApp,
  caller: SignedIn,
  idempotency?: IdempotencyClaim,
): Promise<CallOutput<'user.refresh-twitter'>> {
  const askedAt = runtime.clock.now()
  const known = await runtime.database.getRepository(Citizen).findOneByOrFail({ id: caller.id })
  if (!isXId(known.xId)) throw new NationError('no_x_account')
  const { profiles, missing } = await x.users([known.xId]).catch(refuse)
  const profile = profiles[0]
  // Only what X says: of an account that it does not mention it says nothing.
  if (!profile && !missing.includes(known.xId)) throw new NationError('x_unavailable')
  return change(runtime, { caller, idempotency, replay: refreshedAgain(caller) }, async (ctx) => {
    const citizen = await ctx.tx
      .getRepository(Citizen)
      .findOneOrFail({ where: { id: caller.id }, lock: { mode: 'pessimistic_write' } })
    if (!profile) throw new NationError('no_x_account')
    await applyProfile(ctx, citizen, profile, askedAt)
    return presentRefreshed(ctx, citizen)
  })
}

const presentRefreshed = async (ctx: Context, citizen: Citizen): Promise<CallOutput<'user.refresh-twitter'>> => ({
  success: true,
  message: 'Twitter data refreshed successfully!',
  followers: citizen.followers,
  verified: citizen.verified,
  user: presentOwn(citizen, await readLimits(ctx.tx), ctx.now()),
})

const refreshedAgain = (caller: SignedIn): Replay<CallOutput<'user.refresh-twitter'>> => ({
  refer: ({ user }) => user.uid,
  again: async (ctx) => presentRefreshed(ctx, await ctx.tx.getRepository(Citizen).findOneByOrFail({ id: caller.id })),
})

/** X's ids are numbers; a deleted account has another text in their place. */
export const isXId = (id: string): boolean => /^\d{1,19}$/.test(id)

function refuse(error: unknown): never {
  if (!(error instanceof XRefusal)) throw error
  const facts = error.untilMs === null ? {} : { retryAfter: Math.ceil(error.untilMs / 1000) }
  throw Object.assign(new NationError(error.limited ? 'rate_limited' : 'x_unavailable', facts), { cause: error })
}
