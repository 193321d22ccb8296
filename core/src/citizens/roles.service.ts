import {
  canAppoint,
  canLeaveAdministration,
  canRemove,
  isAdministrator,
  plainRole,
  type GovernmentRole,
} from '@nation/domain/citizens'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allow, NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { revokePanelOf } from '../admin/accounts'
import { Candidacy } from '../elections/candidacy.entity'
import { Term } from '../elections/election.entity'
import { type CitizenContext, column, type Context, isDuplicate, readOne } from '../platform'
import { Citizen } from './citizen.entity'
import { managedUser, oneMember } from './members.service'

/**
 * `members.update-role`: appoints a member to a vacant office, or removes them from theirs. The term begins and ends with
 * the role; a unique key holds one holder to an office, also against the count of an election at the same moment.
 * @throws NationError `president_only`, `admin_only`, `citizen_not_found`, `office_taken`, `already_official`, `no_office`
 */
export async function updateMemberRole(
  ctx: CitizenContext,
  input: CallInput<'members.update-role'>,
): Promise<CallOutput<'members.update-role'>> {
  const office = input.role === 'citizen' || input.governmentRole === 'citizen' ? null : input.governmentRole
  checkAtAll(ctx, office)
  const member = await lockMember(ctx.tx, input.userId)
  if (office === null) {
    allow(canRemove(ctx.caller, member))
    await endOffice(ctx, member)
  } else {
    allow(canAppoint(ctx.caller, member, office))
    await beginOffice(ctx, member, office)
  }
  return { success: true, member: await oneMember(ctx.tx, member.id) }
}

/** Whoever may not do this to anybody is told so before anybody is looked up. */
function checkAtAll(ctx: CitizenContext, office: GovernmentRole | null): void {
  const nobody = { governmentRole: null }
  const verdict = office === null ? canRemove(ctx.caller, nobody) : canAppoint(ctx.caller, nobody, office)
  if (!verdict.allowed && verdict.code !== 'no_office') allow(verdict)
}

async function lockMember(tx: EntityManager, uid: string): Promise<Citizen> {
  const member = await tx.getRepository(Citizen).findOne({ where: { uid }, lock: { mode: 'pessimistic_write' } })
  if (!member || member.leftAt !== null) throw new NationError('citizen_not_found')
  return member
}

async function beginOffice(ctx: CitizenContext, member: Citizen, office: GovernmentRole): Promise<void> {
  const now = ctx.now()
  const terms = ctx.tx.getRepository(Term)
  try {
    await terms.insert({
      office,
      citizenId: member.id,
      electionId: null,
      candidacyId: null,
      how: 'appointed',
      appointedBy: ctx.caller.id,
      startedAt: now,
      endedAt: null,
      activeOffice: office,
      activeCitizenId: member.id,
    })
  } catch (error) {
    if (!isDuplicate(error)) throw error
    // Whoever was first has committed: a reading tells which of the two unique keys it was.
    if (await terms.existsBy({ activeOffice: office })) throw new NationError('office_taken')
    if (await terms.existsBy({ activeCitizenId: member.id })) throw new NationError('already_official')
    throw error
  }
  const role = member.role === 'citizen' || member.role === 'candidate' ? 'government' : member.role
  await ctx.tx.getRepository(Citizen).update({ id: member.id }, { governmentRole: office, role, updatedAt: now })
  ctx.journal.add({
    kind: 'government.appointed',
    actor: ctx.caller.uid,
    subject: member.uid,
    facts: { office, userId: member.uid },
  })
}

/** Ends a citizen's term and role; used by whoever removes them, and when they leave the nation. */
export async function endOffice(ctx: Context, member: Citizen): Promise<void> {
  const office = member.governmentRole
  if (office === null) return
  const now = ctx.now()
  await ctx.tx.query(
    `UPDATE terms SET ended_at = GREATEST(started_at, ?), active_office = NULL, active_citizen_id = NULL
     WHERE active_citizen_id = ?`,
    [now, member.id],
  )
  const isCandidate = await ctx.tx.getRepository(Candidacy).existsBy({ activeCitizenId: member.id })
  const role = member.role === 'government' ? plainRole({ governmentRole: null, isCandidate }) : member.role
  Object.assign(member, { governmentRole: null, role, updatedAt: now })
  await ctx.tx.getRepository(Citizen).update({ id: member.id }, { governmentRole: null, role, updatedAt: now })
  ctx.journal.add({
    kind: 'government.removed',
    actor: ctx.caller?.uid ?? null,
    subject: member.uid,
    facts: { office, userId: member.uid },
  })
}

/**
 * `admin.update-role`: makes a citizen an administrator or a moderator, or takes that away.
 * @throws NationError `citizen_not_found`, `last_administrator`
 */
export async function updateAdministration(
  ctx: CitizenContext,
  input: CallInput<'admin.update-role'>,
): Promise<CallOutput<'admin.update-role'>> {
  await lockAdministration(ctx)
  const citizen = await lockMember(ctx.tx, input.userId)
  if (input.isAdmin === false && isAdministrator(citizen)) {
    allow(canLeaveAdministration(await otherAdministrators(ctx.tx, citizen.id)))
  }
  const isAdmin = input.isAdmin ?? citizen.isAdmin
  // Whoever is no administrator any more is none in any way, and not by the panel either: they could undo it there.
  if (input.isAdmin === false) await revokePanelOf(ctx, citizen.id)
  const isSuperAdmin = input.isAdmin === false ? false : citizen.isSuperAdmin
  const role = await roleAfter(ctx.tx, citizen, input.isModerator)
  await ctx.tx.getRepository(Citizen).update({ id: citizen.id }, { isAdmin, isSuperAdmin, role, updatedAt: ctx.now() })
  const facts = { userId: citizen.uid, isAdmin, isModerator: role === 'moderator' }
  const told = { kind: 'citizens.role-changed', actor: ctx.caller.uid, subject: citizen.uid, facts } as const
  ctx.journal.add({ ...told, visibility: 'admins' })
  ctx.journal.add({ ...told, visibility: `citizen:${citizen.uid}` })
  return { success: true, user: await managedUser(ctx, citizen.id) }
}

async function roleAfter(tx: EntityManager, citizen: Citizen, isModerator?: boolean): Promise<Citizen['role']> {
  if (isModerator === undefined) return citizen.role
  if (isModerator) return 'moderator'
  if (citizen.role !== 'moderator') return citizen.role
  const isCandidate = await tx.getRepository(Candidacy).existsBy({ activeCitizenId: citizen.id })
  return plainRole({ governmentRole: citizen.governmentRole, isCandidate })
}

/** Two administrators who take each other's powers away at once do it one after the other. */
export async function lockAdministration(ctx: Context): Promise<void> {
  await ctx.tx.query(
    `INSERT INTO leases (name, holder, expires_at) VALUES ('citizens.administration', '', ?)
     ON DUPLICATE KEY UPDATE holder = holder`,
    [ctx.now()],
  )
}

/** How many administrators there are besides one citizen. */
export async function otherAdministrators(tx: EntityManager, citizenId: string): Promise<number> {
  const row = await readOne(
    tx,
    { n: column.integer },
    `SELECT COUNT(*) AS n FROM (
       SELECT id, left_at FROM citizens WHERE is_admin = TRUE
       UNION ALL SELECT id, left_at FROM citizens WHERE is_admin = FALSE AND is_super_admin = TRUE) AS administrators
     WHERE left_at IS NULL AND id <> ?`,
    [citizenId],
  )
  return row.n
}
