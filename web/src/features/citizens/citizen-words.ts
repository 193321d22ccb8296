import { officeTitle, electionSettings } from '@nation/domain/elections'
import { isAdministrator } from '@nation/domain/permissions'
import { officeLooks } from '../../ui'
import type { OwnProfile } from '../../lib/session/session'

type Roles = Pick<OwnProfile, 'isAdmin' | 'isSuperAdmin' | 'governmentRole'>

/** Administrator, the role title, Eligible Candidate, or Citizen (requirements 2.2). */
export function badgeOf(user: Roles & Pick<OwnProfile, 'tokenBalance'>): string {
  if (isAdministrator(user)) return 'Administrator'
  if (user.governmentRole) return officeTitle(user.governmentRole)
  return user.tokenBalance >= electionSettings.eligibleCandidateBadgeTokens ? 'Eligible Candidate' : 'Citizen'
}

/** The same for machines: seven characters of the ID card's second line. */
export function roleCode(user: Roles): string {
  if (isAdministrator(user)) return 'ADMIN'
  return user.governmentRole ? `OFFICE${officeLooks[user.governmentRole].numeral}` : 'CITIZEN'
}
