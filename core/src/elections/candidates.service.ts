import { isAdministrator } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import {
  canChangePosition,
  canEdit,
  canStand,
  canWithdraw,
  mostCandidaciesAnHour,
  positionNumbered,
  positionOf,
  votingOpen,
  type Withdrawer,
} from '@nation/domain/elections'
import { allow, type ErrorDetail, NationError } from '@nation/domain/errors'
import { type EntityManager, MoreThan } from 'typeorm'
import { callerNow } from '../auth'
import { candidacyFacts, Citizen, lockCitizen } from '../citizens'
import { goneUploads } from '../media'
import { type CitizenContext, addToCounter, distinct, type Lock, type SignedIn } from '../platform'
import { attachmentsToStore, type GivenAttachments } from './attachments'
import { electionMeant } from './calendar'
import { takeWallet } from './candidacy-wallets'
import { candidateViews, type CandidateAnswer } from './candidate-views'
import { changedFields, changedProfile, newProfile } from './candidacy-profile'
import { Candidacy, PublishedTally, Tally } from './candidacy.entity'
import { candidatesCounter, candidatesSubject, countCandidates } from './candidates-counter'
import { nameKey } from './name-key'
import { keepingNamesApart, requireNameApart } from './names-apart'
import { keepVersion } from './programme-edits'
import { lockPublication } from './publications'
import { candidaciesByUid, electionsById, type CandidacyRow, type ElectionRow } from './rows'
import { readLimits } from '../system'

/**
 * Stands for a position (ruling: candidacy needs). A unique key allows each citizen one active candidacy, also when two requests
 * arrive at once.
 * @throws NationError `candidate_exists`, `candidacies_closed`, `removed_rival`, `rate_limited` after ten in an hour, `candidacy_not_eligible`, `wallet_counted`, `election_not_found`, `name_taken`,
 * `name_of_official`,
 * `picture_not_yours` for another citizen's upload, `invalid_input` for uploads that are no longer there and attachments that the position does not take
 */
export async function createCandidate(
  ctx: CitizenContext,
  input: CallInput<'candidates.create'>,
): Promise<CallOutput<'candidates.create'>> {
  return stand(ctx, input, {})
}

/**
 * Stands with a profile. `shown`: files that an earlier candidacy had, by label; they are accepted without a check.
 * @throws NationError as createCandidate
 */
export async function stand(
  ctx: CitizenContext,
  input: CallInput<'candidates.create'>,
  shown: GivenAttachments['shown'],
): Promise<CallOutput<'candidates.create'>> {
  const { id: electionId } = await electionMeant(ctx.tx, input.electionId, ctx.now())
  const election = await lockElection(ctx.tx, electionId, 'LOCK IN SHARE MODE')
  const now = ctx.now()
  const citizen = await lockCitizen(ctx.tx, ctx.caller.id)
  await requireFewCandidacies(ctx.tx, citizen.id, now)
  const candidacies = ctx.tx.getRepository(Candidacy)
  const hasActiveCandidacy = await candidacies.existsBy({ activeCitizenId: citizen.id })
  const facts = { ...candidacyFacts(citizen), hasActiveCandidacy }
  allow(canStand(facts, election, input.position, await readLimits(ctx.tx), now))
  await requireNoRemoval(ctx.tx, citizen.id, election.id, positionOf(input.position).order)
  if (citizen.walletAddress !== null) {
    await takeWallet(ctx.tx, { election, citizenId: citizen.id, wallet: citizen.walletAddress })
  }
  const attachments = await attachmentsToStore(ctx.tx, {
    citizenId: citizen.id,
    position: input.position,
    given: input.attachments ?? {},
    shown,
    alsoWrong: await gonePictures(ctx, input),
  })

  await requireNameApart(ctx, citizen.id, input.displayName)
  const { order } = positionOf(input.position)
  // Read behind every lock: whoever waited is not the earlier one.
  const stoodAt = ctx.now()
  const candidacy = candidacies.create({
    ...newProfile(input),
    attachments,
    uid: ctx.newId(),
    electionId: election.id,
    position: order,
    citizenId: citizen.id,
    activeCitizenId: citizen.id,
    activeName: nameKey(election.id, order, input.displayName),
    status: 'active',
    stoodAt,
    updatedAt: stoodAt,
    endedAt: null,
    won: false,
    removedBy: null,
    removalReason: null,
  })
  await keepingNamesApart(candidacies.insert(candidacy))
  const nothing = { candidacyId: candidacy.id, weightUnits: '0', supporters: 0, casts: 0 }
  await ctx.tx.getRepository(Tally).insert(nothing)
  const { position } = candidacy
  await ctx.tx.getRepository(PublishedTally).insert({ ...nothing, electionId: election.id, position, stands: true })
  const count = await countCandidates(ctx.tx, candidacy, 1)
  if (citizen.role === 'citizen') await setRole(ctx.tx, citizen.id, 'candidate', now)
  ctx.journal.add({
    kind: 'candidates.stood',
    actor: ctx.caller.uid,
    subject: candidacy.uid,
    facts: {
      electionId: election.uid,
      position: input.position,
      displayName: candidacy.displayName,
      ...(count === 1 && { first: true }),
    },
  })
  return { success: true, candidateId: candidacy.uid, candidate: await oneView(ctx, candidacy.id) }
}

/**
 * Edits the caller's own candidacy. A field that is left out stays; an empty optional text is removed. While voting for its position is
 * open, the programme before is kept (decision 134). An edit that changes nothing does nothing.
 * @throws NationError `candidate_not_found`, `candidate_not_yours`, `candidate_withdrawn`, `candidate_archived`,
 * `programme_closed`, `programme_edits_spent`, `name_taken`, `name_of_official`, `position_locked` after the first vote, `candidacies_closed` for the new position, `picture_not_yours`, `invalid_input`
 * for attachments
 */
export async function updateCandidate(
  ctx: CitizenContext,
  input: CallInput<'candidates.update'>,
): Promise<CallOutput<'candidates.update'>> {
  const { election, candidacy } = await lockToEdit(ctx, input)
  const now = ctx.now()
  const state = { position: positionNumbered(candidacy.position).id, status: candidacy.status }
  allow(canEdit({ isOwner: candidacy.citizenId === ctx.caller.id }, state, election, now))
  if (input.position !== undefined) {
    const { casts } = await ctx.tx.getRepository(Tally).findOneByOrFail({ candidacyId: candidacy.id })
    allow(canChangePosition({ ...state, everVotedFor: casts > 0 }, input.position, election, now))
  }
  const attachments = await changedAttachments(ctx, candidacy, input)
  const name = input.displayName ?? candidacy.displayName
  if (name !== candidacy.displayName) await requireNameApart(ctx, candidacy.citizenId, name)
  const changes = {
    ...changedProfile(input),
    ...(input.position !== undefined && { position: positionOf(input.position).order }),
    ...(attachments && { attachments }),
    updatedAt: now,
  }
  const changed: string[] = changedFields(candidacy, changes)
  const moves = changes.position !== undefined && changes.position !== candidacy.position
  if (moves) {
    await requireNoRemoval(ctx.tx, ctx.caller.id, candidacy.electionId, positionOf(input.position!).order)
    changed.push('position')
  }
  if (changed.length === 0) return { success: true, candidate: await oneView(ctx, candidacy.id) }
  const version = votingOpen(election, state.position, now).allowed
    ? await keepVersion(ctx.tx, candidacy, changed, now)
    : null
  const activeName = nameKey(candidacy.electionId, changes.position ?? candidacy.position, name)
  await keepingNamesApart(ctx.tx.getRepository(Candidacy).update({ id: candidacy.id }, { ...changes, activeName }))
  const moved = changes.position === undefined ? {} : await countAtPosition(ctx.tx, candidacy, changes.position)
  ctx.journal.add({
    kind: 'candidates.updated',
    actor: ctx.caller.uid,
    subject: candidacy.uid,
    facts: { electionId: election.uid, position: input.position ?? state.position, changed, version, ...moved },
  })
  return { success: true, candidate: await oneView(ctx, candidacy.id) }
}

/** @throws NationError `rate_limited` when the citizen began `mostCandidaciesAnHour` */
async function requireFewCandidacies(tx: EntityManager, citizenId: string, now: Date): Promise<void> {
  const hour = 3_600_000
  const lately = await tx.getRepository(Candidacy).find({
    select: { id: true, stoodAt: true },
    where: { citizenId, stoodAt: MoreThan(new Date(now.getTime() - hour)) },
    order: { stoodAt: 'DESC' },
    take: mostCandidaciesAnHour,
  })
  const first = lately[mostCandidaciesAnHour - 1]
  if (!first) return
  const freeInMs = first.stoodAt.getTime() + hour - now.getTime()
  throw new NationError('rate_limited', { retryAfter: Math.max(1, Math.ceil(freeInMs / 1_000)) })
}

/**
 * An administrator who removed a candidate does not stand for that office in the same election.
 * @throws NationError `removed_rival`
 */
async function requireNoRemoval(tx: EntityManager, citizenId: string, electionId: string, position: number) {
  const removed = await tx.getRepository(Candidacy).existsBy({ electionId, position, removedBy: citizenId })
  if (removed) throw new NationError('removed_rival')
}

/** Moves the candidacy to another position. Returns whether that one had no candidate, and whether the one before has none now. */
async function countAtPosition(
  tx: EntityManager,
  { id, electionId, position: before }: Candidacy,
  position: number,
): Promise<{ first?: true; last?: true }> {
  if (position === before) return {}
  await tx.getRepository(PublishedTally).update({ candidacyId: id }, { position })
  const moves = [
    { at: before, change: -1 as const },
    { at: position, change: 1 as const },
  ].toSorted((a, b) => a.at - b.at)
  const counts = new Map<number, number>()
  for (const { at, change } of moves) counts.set(at, await countCandidates(tx, { electionId, position: at }, change))
  return { ...(counts.get(position) === 1 && { first: true }), ...(counts.get(before) === 0 && { last: true }) }
}

/**
 * The attachments after an edit; undefined when the edit does not change them. Another position accepts other files; those that
 * it does not accept are removed.
 */
async function changedAttachments(
  ctx: CitizenContext,
  candidacy: Candidacy,
  input: CallInput<'candidates.update'>,
): Promise<Record<string, string[]> | undefined> {
  const before = positionNumbered(candidacy.position).id
  const position = input.position ?? before
  const alsoWrong = await gonePictures(ctx, input)
  if (input.attachments === undefined && position === before) {
    if (alsoWrong.length > 0) throw new NationError('invalid_input', {}, alsoWrong)
    return undefined
  }
  const asked = new Set(positionOf(position).attachments.map(({ label }) => label))
  const remaining = Object.entries(candidacy.attachments).filter(([label]) => asked.has(label))
  return attachmentsToStore(ctx.tx, {
    citizenId: candidacy.citizenId,
    position,
    given: input.attachments ?? Object.fromEntries(remaining),
    shown: candidacy.attachments,
    alsoWrong,
  })
}

/** The fields of the caller's pictures whose upload is no longer there. @throws NationError `picture_not_yours` */
const gonePictures = (
  ctx: CitizenContext,
  { profilePicture, bannerImage }: Pick<CallInput<'candidates.update'>, 'profilePicture' | 'bannerImage'>,
): Promise<ErrorDetail[]> =>
  goneUploads(ctx.tx, ctx.caller.id, [
    { path: 'profilePicture', url: profilePicture },
    { path: 'bannerImage', url: bannerImage },
  ])

/**
 * Withdraws a candidacy: the caller's own, or any for an administrator. Its votes become void at once, through the candidacy's
 * status, whatever their number; its voters may vote again while the phase is open (ruling: votes final?). A reaction removes the
 * rows later (`void-votes.ts`). The ballots stay.
 * @throws NationError `candidate_not_found`, `admin_only`, `candidate_rival`, `candidate_withdrawn`, `candidate_archived`
 */
export async function withdrawCandidate(
  ctx: CitizenContext,
  input: CallInput<'candidates.delete'>,
): Promise<CallOutput<'candidates.delete'>> {
  const named = await candidacyNamed(ctx, input.candidateId)
  const askedBy = await withdrawerOf(ctx, ctx.caller, named)
  const may = (askedBy.isOwner || (askedBy.isAdministrator && !askedBy.isRival)) && named.status === 'active'
  const { election, candidacy } = await lockCandidacy(ctx, named, may ? 'FOR UPDATE' : 'LOCK IN SHARE MODE')
  const now = ctx.now()
  const position = positionNumbered(candidacy.position).id
  // Read again under the lock: the caller may have begun to stand meanwhile, or an administrator may have lost their powers.
  const caller = askedBy.isOwner ? ctx.caller : await callerNow(ctx)
  const who = await withdrawerOf(ctx, caller, candidacy)
  allow(canWithdraw(who, { position, status: candidacy.status }, election, now))

  const votesVoided = await voidVotes(ctx.tx, candidacy)
  const ended = { status: 'withdrawn', activeCitizenId: null, activeName: null, endedAt: now, updatedAt: now } as const
  const reason = input.reason ?? null
  const removed = who.isOwner ? {} : { removedBy: ctx.caller.id, removalReason: reason }
  await ctx.tx.getRepository(Candidacy).update({ id: candidacy.id }, { ...ended, ...removed })
  const owner = await ctx.tx.getRepository(Citizen).findOneByOrFail({ id: candidacy.citizenId })
  if (owner.role === 'candidate') await setRole(ctx.tx, owner.id, 'citizen', now)
  ctx.journal.add({
    kind: 'candidates.withdrawn',
    actor: ctx.caller.uid,
    subject: candidacy.uid,
    facts: { electionId: election.uid, position, votesVoided },
  })
  // A withdrawal by the candidate is not a deletion by an administrator.
  if (!who.isOwner) {
    const by = { actor: ctx.caller.uid, subject: candidacy.uid }
    const facts = { electionId: election.uid, position, userId: owner.uid }
    ctx.journal.add({ kind: 'candidates.removed', ...by, facts })
    ctx.journal.add({ kind: 'admin.deleted', ...by, facts: { what: 'candidacy', reason } })
  }
  return { success: true, candidateId: candidacy.uid, votesVoided }
}

/** What the right to end a candidacy depends on. */
async function withdrawerOf(
  { tx }: CitizenContext,
  caller: SignedIn,
  { citizenId, electionId, position }: Pick<CandidacyRow, 'citizenId' | 'electionId' | 'position'>,
): Promise<Withdrawer> {
  const isOwner = citizenId === caller.id
  const asked = !isOwner && isAdministrator(caller)
  const isRival = asked && (await tx.getRepository(Candidacy).existsBy({ citizenId: caller.id, electionId, position }))
  return { isOwner, isAdministrator: isAdministrator(caller), isRival }
}

/** Removes a candidacy's votes from the counts. While the election is locked, the counter is exact. */
async function voidVotes(tx: EntityManager, candidacy: Candidacy): Promise<number> {
  const nothing = { weightUnits: '0', supporters: 0 }
  const tallies = tx.getRepository(Tally)
  const lock = { mode: 'pessimistic_write' } as const
  const { supporters } = await tallies.findOneOrFail({ where: { candidacyId: candidacy.id }, lock })
  await tallies.update({ candidacyId: candidacy.id }, nothing)
  // A publication that has read the counters already must not write the old values.
  await lockPublication(tx, candidacy.electionId)
  await tx.getRepository(PublishedTally).update({ candidacyId: candidacy.id }, { ...nothing, stands: false })
  await addToCounter(tx, candidatesCounter, candidatesSubject(candidacy.electionId, candidacy.position), -1)
  return supporters
}

/** A move to another position also needs the exclusive lock: see `lockCandidacy`. */
async function lockToEdit(ctx: CitizenContext, { candidateId, position }: CallInput<'candidates.update'>) {
  const named = await candidacyNamed(ctx, candidateId)
  const moves = position !== undefined && positionOf(position).order !== named.position
  const may = named.citizenId === ctx.caller.id && named.status === 'active'
  const locked = await lockCandidacy(ctx, named, moves && may ? 'FOR UPDATE' : 'LOCK IN SHARE MODE')
  // Another edit has moved it in the meantime. Saving now would move it back.
  if (position !== undefined && !moves && locked.candidacy.position !== named.position) throw new NationError('busy')
  return locked
}

async function candidacyNamed(ctx: CitizenContext, uid: string): Promise<CandidacyRow> {
  const [named] = await candidaciesByUid(ctx.tx, [uid])
  if (!named) throw new NationError('candidate_not_found')
  return named
}

/**
 * Locks what a change of a candidacy depends on, in the order of castBallots: election, citizens (the caller's row is one of them), candidacy. Votes lock the
 * election shared, and no candidacy. So a withdrawal or a move to another position locks the election exclusively: no vote is
 * under way then. Because this delays every voter, the caller's right to do it is checked before the lock. (The owner of a
 * candidacy never changes, and an ended candidacy never becomes active again.)
 */
async function lockCandidacy(ctx: CitizenContext, named: CandidacyRow, electionLock: Lock) {
  const election = await lockElection(ctx.tx, named.electionId, electionLock)
  await ctx.tx.query('SELECT id FROM citizens WHERE id IN (?) ORDER BY id FOR UPDATE', [
    distinct([ctx.caller.id, named.citizenId]),
  ])
  const candidacy = await ctx.tx
    .getRepository(Candidacy)
    .findOneOrFail({ where: { id: named.id }, lock: { mode: 'pessimistic_write' } })
  return { election, candidacy }
}

async function lockElection(tx: EntityManager, id: string, lock: Lock): Promise<ElectionRow> {
  const [election] = await electionsById(tx, [id], lock)
  if (!election) throw new NationError('election_not_found')
  return election
}

async function setRole(tx: EntityManager, citizenId: string, role: 'citizen' | 'candidate', at: Date): Promise<void> {
  await tx.getRepository(Citizen).update({ id: citizenId }, { role, updatedAt: at })
}

async function oneView(ctx: CitizenContext, id: string): Promise<CandidateAnswer> {
  const [view] = await candidateViews(ctx, [id])
  if (!view) throw new NationError('candidate_not_found')
  return view
}
