import { officeTitle } from '@nation/domain/elections'
import type { OwnProfile } from '../../lib/session/session'

const BADGE_BALANCE = 5_000_000

export { citizenNumber } from '@nation/domain/formats'

/** Administrator, the role title, Eligible Candidate, or Citizen (spec document 2 section 2). */
export function badgeOf(
  user: Pick<OwnProfile, 'isAdmin' | 'isSuperAdmin' | 'governmentRole' | 'tokenBalance'>,
): string {
  if (user.isAdmin || user.isSuperAdmin) return 'Administrator'
  if (user.governmentRole) return officeTitle(user.governmentRole)
  return user.tokenBalance >= BADGE_BALANCE ? 'Eligible Candidate' : 'Citizen'
}

/** The machine-readable line of an ID card: capitals, digits and fillers, of a fixed length. */
export function machineLine(parts: readonly string[], length = 44): string {
  const plain = parts.map((part) =>
    part
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '<'),
  )
  return plain.join('<<').padEnd(length, '<').slice(0, length)
}
