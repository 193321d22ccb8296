import { can } from '@nation/domain/citizens'
import type { CallInput, CallOutput, OwnPart } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import type { Keys } from '../auth/keys'
import type { XProfile } from '../auth/x-client'
import { isDuplicate, type CitizenContext, type Context } from '../platform'
import { Citizen } from './citizen.entity'
import { countIn, renameInSearch } from './citizen-words'
import { recallPolls, votesFromOf } from './former-accounts'
import { fromX, hasNewPicture, looksDifferent } from './from-x'
import { presentOwn, presentPublic } from './present'
import { readLimits } from '../system/settings.service'

/**
 * The citizen of an X account: made on the first visit, brought up to date on every later one. The unique key on X's id
 * makes it one citizen, also when two sign-ins of a newcomer arrive at once. Whoever deleted their account comes back as
 * somebody new, who does not vote a second time in a running election or on an open poll.
 */
export async function welcome(ctx: Context, profile: XProfile, keys: Pick<Keys, 'formerAccounts'>): Promise<Citizen> {
  const citizens = ctx.tx.getRepository(Citizen)
  const known = await lockByXId(ctx.tx, profile.id)
  const now = ctx.now()
  const seen = { ...fromX(profile, now), xCreatedAt: profile.createdAt, lastLoginAt: now, lastActiveAt: now }
  if (known) {
    if (hasNewPicture(known, profile)) {
      ctx.journal.add({ kind: 'citizens.picture-changed', subject: known.uid })
    }
    if (looksDifferent(known, profile)) {
      ctx.journal.add({ kind: 'citizens.updated', subject: known.uid, visibility: `citizen:${known.uid}` })
    }
    await renameInSearch(ctx.tx, known, seen)
    return citizens.save(Object.assign(known, seen))
  }
  const newcomer = citizens.create({
    ...seen,
    uid: ctx.newId(),
    xId: profile.id,
    portraitUrl: null,
    customPictureUrl: null,
    walletAddress: null,
    tokenBalance: '0',
    role: 'citizen',
    governmentRole: null,
    isAdmin: false,
    isSuperAdmin: false,
    leftAt: null,
    votesFrom: await votesFromOf(ctx, keys, profile.id),
    joinedAt: now,
    createdAt: now,
  })
  try {
    await citizens.insert(newcomer)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    // Another sign-in of the same X account was first; ids are never alike.
    const other = await lockByXId(ctx.tx, profile.id)
    if (!other) throw error
    return other
  }
  await recallPolls(ctx, keys, newcomer)
  await countIn(ctx.tx, newcomer)
  ctx.journal.add({
    kind: 'citizens.joined',
    actor: newcomer.uid,
    subject: newcomer.uid,
    facts: { username: newcomer.username },
  })
  return newcomer
}

function lockByXId(tx: EntityManager, xId: string): Promise<Citizen | null> {
  return tx.getRepository(Citizen).findOne({ where: { xId }, lock: { mode: 'pessimistic_write' } })
}

/** `user.register`: the caller's own profile; the citizen itself was made when X sent the browser back. */
export async function register(ctx: CitizenContext): Promise<CallOutput<'user.register'>> {
  const citizen = await ctx.tx.getRepository(Citizen).findOneByOrFail({ id: ctx.caller.id })
  return { success: true, user: presentOwn(citizen, await readLimits(ctx.tx), ctx.now()) }
}

/**
 * `user.get-user`: the whole profile for its owner and administrators, the public fields for all others. Nothing of a wallet
 * or a balance is public here, also of a candidate: the calls of candidates tell theirs (decision 47).
 * @throws NationError `citizen_not_found`
 */
export async function getUser(ctx: Context, input: CallInput<'user.get-user'>): Promise<CallOutput<'user.get-user'>> {
  const citizen = await ctx.tx.getRepository(Citizen).findOneBy({ uid: input.uid })
  if (!citizen || citizen.leftAt !== null) throw new NationError('citizen_not_found')
  const whole = can(ctx.caller, 'holdings.view', { ownerId: citizen.uid, standing: false })
  return {
    success: true,
    user: whole ? presentOwn(citizen, await readLimits(ctx.tx), ctx.now()) : presentPublic(citizen),
  }
}

/** Of a profile, what the caller may see besides: the whole of their own, and administrators of everybody's. */
export async function ownUser(
  ctx: CitizenContext,
  _: CallOutput<'user.get-user'>,
  input: CallInput<'user.get-user'>,
): Promise<OwnPart<'user.get-user'>> {
  if (!can(ctx.caller, 'holdings.view', { ownerId: input.uid, standing: false })) return {}
  return { user: (await getUser(ctx, input)).user }
}
