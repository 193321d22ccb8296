import { allowed, refused, type Verdict } from '../errors'
import { dollars } from '../formats'

/** Replaces the name of a citizen who has left. */
export const formerCitizen = 'Former citizen'

/** A handle that no X account can have: X accepts no dash. */
export const formerHandle = (uid: string): string => `former-${uid.slice(-8)}`

/** A former citizen votes no more: their votes open at the end of all time. */
export const never = new Date('9999-12-31T00:00:00.000Z')

/** Whether the handle was typed again as a sign that the account is really to be deleted. */
export const confirmsDeletion = (handle: string, typed: string): Verdict =>
  typed.replace(/^@/, '').toLowerCase() === handle.toLowerCase() ? allowed : refused('confirmation_mismatch')

/**
 * Whether a citizen to whom the nation owes salary may leave: without their wallet it cannot be paid, so they give up exactly what is
 * owed. Both in whole cents (decision 143).
 */
export const givesUpSalary = (owed: number, given: number): Verdict =>
  owed <= 0 || owed === given ? allowed : refused('salary_waits', { owedCents: owed, owed: dollars(owed) })
