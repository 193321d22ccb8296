import { allowed, refused, type Verdict } from '../errors'
import { can, type GovernmentRole, type Who } from '../permissions'

/** How a term ended: with the election of the next government, or before it. */
export const termEnds = ['election', 'removed', 'resigned', 'left'] as const

export type TermEnd = (typeof termEnds)[number]

/** A member who is to be appointed or removed. */
export interface Appointee {
  readonly uid?: string
  readonly governmentRole: GovernmentRole | null
}

/**
 * Whether a citizen may appoint a member to a vacant office (requirements 2.6): the president to any but the
 * president's, administrators to any, and neither of them themselves. One office a citizen.
 */
export function canAppoint(who: Who, member: Appointee, office: GovernmentRole): Verdict {
  if (!can(who, 'members.appoint', { office })) return notYours(who)
  if (who !== null && who.uid === member.uid) return refused('self_appointment')
  return member.governmentRole === null ? allowed : refused('already_official')
}

/** Whether an official may resign from an office: while they hold it. */
export const canResign = (official: Appointee, office: GovernmentRole): Verdict =>
  official.governmentRole === office ? allowed : refused('not_in_office')

/** Whether a citizen may remove a member from their office: by the same rule. */
export function canRemove(who: Who, member: Appointee): Verdict {
  const office = member.governmentRole
  if (!can(who, 'members.remove', { office: office ?? 'secretary' })) return notYours(who)
  if (office === null) return refused('no_office')
  return can(who, 'members.remove', { office }) ? allowed : notYours(who)
}

/** A president hears that this is for administrators; everybody else that it is for the president. */
const notYours = (who: Who): Verdict => refused(who?.governmentRole === 'president' ? 'admin_only' : 'president_only')

/** Whether an administrator may stop being one: only while there is another. */
export const canLeaveAdministration = (otherAdministrators: number): Verdict =>
  otherAdministrators > 0 ? allowed : refused('last_administrator')

/** What a citizen's role is when nothing but their offices and candidacy says so. */
export function plainRole(facts: { readonly governmentRole: GovernmentRole | null; readonly isCandidate: boolean }) {
  if (facts.governmentRole !== null) return 'government'
  return facts.isCandidate ? 'candidate' : 'citizen'
}
