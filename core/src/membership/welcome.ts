import type { EntityManager } from 'typeorm'
import type { Keys } from '../auth'
import { Citizen, countIn, fromX, hasNewPicture, looksDifferent, renameInSearch, renameOfficial } from '../citizens'
import { isDuplicate, type Context } from '../platform'
import type { XProfile } from '../x'
import { recallPolls, votesFromOf } from './former-accounts'

/**
 * The citizen of an X account: made on the first visit, brought up to date on every later one. The unique key on X's id
 * makes it one citizen, also when two sign-ins of a newcomer arrive at once. A former citizen comes back as
 * a new citizen, who does not vote a second time in a running election or on an open poll.
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
    if (known.username !== seen.username || known.handle !== seen.handle) await renameOfficial(ctx.tx, known.id, seen)
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
