import { canAppoint, canRemove, canResign, plainRole, type TermEnd } from '@nation/domain/citizens'
import type { GovernmentRole } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { officeTitle } from '@nation/domain/elections'
import { allow, NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { Candidacy, Term } from '../elections'
import { type CitizenContext, column, type Context, isDuplicate, readFirst, readRows, type SignedIn } from '../platform'
import { addOfficialNames, Citizen, lockBoth, lockCitizen, oneMember } from '../citizens'

/**
 * `members.update-role`: appoints a member to a vacant office, or removes them from theirs. The term begins and ends with
 * the role; a unique key holds one holder to an office. Locks in the order that voters keep: elections, then citizens. So it
 * comes before the change of all seats on Monday or after it, and a caller who lost the power to appoint meanwhile has none.
 * @throws NationError `president_only`, `admin_only`, `self_appointment`, `citizen_not_found`, `office_taken`,
 *   `already_official`, `no_office`, `other_office`, `seats_changing`
 */
export async function updateMemberRole(
  ctx: CitizenContext,
  input: CallInput<'members.update-role'>,
): Promise<CallOutput<'members.update-role'>> {
  const office = input.role === 'citizen' || input.governmentRole === 'citizen' ? null : input.governmentRole
  checkAtAll(ctx.caller, office)
  await holdSeatsStill(ctx)
  const { caller, member } = await lockBoth(ctx, input.userId)
  if (office === null) {
    const held = member.governmentRole
    if (input.fromOffice !== undefined && held !== null && held !== input.fromOffice) {
      throw new NationError('other_office', heldBy(member, held))
    }
    allow(canRemove(caller, member))
    await endOffice(ctx, member, 'removed')
  } else {
    const verdict = canAppoint(caller, member, office)
    if (!verdict.allowed && verdict.code === 'already_official') throw alreadyOfficial(member)
    allow(verdict)
    await beginOffice(ctx, member, office)
  }
  return { success: true, member: await oneMember(ctx.tx, member.id) }
}

/**
 * `government.resign`: the caller leaves the office that they hold. The seat is vacant at once, and the bank pays the term for
 * the time that it lasted.
 * @throws NationError `not_in_office`, `seats_changing`
 */
export async function resign(
  ctx: CitizenContext,
  { office }: CallInput<'government.resign'>,
): Promise<CallOutput<'government.resign'>> {
  allow(canResign(ctx.caller, office))
  await holdSeatsStill(ctx)
  const official = await lockCitizen(ctx.tx, ctx.caller.id)
  allow(canResign(official, office))
  const endedAt = await endOffice(ctx, official, 'resigned')
  return { success: true, message: `You have resigned as ${officeTitle(office)}.`, office, endedAt: endedAt.getTime() }
}

/** The caller's right is checked before any citizen is looked up. */
function checkAtAll(caller: SignedIn, office: GovernmentRole | null): void {
  const withoutOffice = { governmentRole: null }
  const verdict = office === null ? canRemove(caller, withoutOffice) : canAppoint(caller, withoutOffice, office)
  if (!verdict.allowed && verdict.code !== 'no_office') allow(verdict)
}

/**
 * No government is seated while seats change one by one: the seating takes the election for itself. Between the end of an
 * election and its seating every term has ended already, and no official is left to appoint or remove.
 */
async function holdSeatsStill(ctx: Context): Promise<void> {
  const rows = await readRows(
    ctx.tx,
    { ends_at: column.instant, seated_at: column.instant.nullable },
    'SELECT ends_at, seated_at FROM elections WHERE completed_at IS NULL ORDER BY id LOCK IN SHARE MODE',
  )
  const now = ctx.now()
  if (rows.some(({ ends_at, seated_at }) => seated_at === null && ends_at <= now)) {
    throw new NationError('seats_changing', { retryAfter: 2 })
  }
}

const heldBy = (member: Pick<Citizen, 'username'>, office: GovernmentRole) => ({
  holder: member.username,
  office: officeTitle(office),
})

const alreadyOfficial = (member: Citizen): NationError =>
  new NationError('already_official', member.governmentRole ? heldBy(member, member.governmentRole) : {})

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
    // The first one has committed: a read tells which of the two unique keys it was.
    const holder = await holderOf(ctx.tx, office)
    if (holder) throw new NationError('office_taken', holder)
    if (await terms.existsBy({ activeCitizenId: member.id })) throw alreadyOfficial(member)
    throw error
  }
  await addOfficialNames(ctx.tx, [{ id: member.id, names: [member.username, member.handle] }])
  const role = member.role === 'citizen' || member.role === 'candidate' ? 'government' : member.role
  await ctx.tx.getRepository(Citizen).update({ id: member.id }, { governmentRole: office, role, updatedAt: now })
  ctx.journal.add({
    kind: 'government.appointed',
    actor: ctx.caller.uid,
    subject: member.uid,
    facts: { office, userId: member.uid },
  })
}

/** Who holds an office and how they came to it, for the message to the caller who was too late. */
async function holderOf(tx: EntityManager, office: GovernmentRole): Promise<{ holder: string; how: string } | null> {
  const row = await readFirst(
    tx,
    { holder: column.text, appointed_by: column.text.nullable },
    `SELECT c.username AS holder, a.username AS appointed_by FROM terms t
     JOIN citizens c ON c.id = t.citizen_id LEFT JOIN citizens a ON a.id = t.appointed_by WHERE t.active_office = ?`,
    [office],
  )
  if (!row) return null
  return {
    holder: row.holder,
    how: row.appointed_by === null ? 'elected by citizens' : `appointed by ${row.appointed_by}`,
  }
}

const endings = { removed: 'government.removed', left: 'government.removed', resigned: 'government.resigned' } as const

/** Of the election that has ended and whose government is not seated yet; every running term ended with it (decision 69). */
const unseatedEnd = 'SELECT MIN(ends_at) FROM elections WHERE seated_at IS NULL AND completed_at IS NULL'

/**
 * Ends a citizen's term and role before the next government is seated, at the latest when an election ends: who deletes their
 * account between that end and the seating leaves no time that the next official's term covers, too. Nothing happens where
 * they hold no office.
 * @param how why it ends; the seating of a government ends terms itself
 */
export async function endOffice(ctx: Context, member: Citizen, how: Exclude<TermEnd, 'election'>): Promise<Date> {
  const office = member.governmentRole
  const now = ctx.now()
  if (office === null) return now
  const endedBy = how === 'removed' ? (ctx.caller?.id ?? null) : null
  await ctx.tx.query(
    `UPDATE terms SET ended_at = GREATEST(started_at, LEAST(?, COALESCE((${unseatedEnd}), ?))), ended_how = ?, ended_by = ?, active_office = NULL,
       active_citizen_id = NULL
     WHERE active_citizen_id = ?`,
    [now, now, how, endedBy, member.id],
  )
  const isCandidate = await ctx.tx.getRepository(Candidacy).existsBy({ activeCitizenId: member.id })
  const role = member.role === 'government' ? plainRole({ governmentRole: null, isCandidate }) : member.role
  Object.assign(member, { governmentRole: null, role, updatedAt: now })
  await ctx.tx.getRepository(Citizen).update({ id: member.id }, { governmentRole: null, role, updatedAt: now })
  ctx.journal.add({
    kind: endings[how],
    actor: ctx.caller?.uid ?? null,
    subject: member.uid,
    facts: { office, userId: member.uid },
  })
  return now
}
