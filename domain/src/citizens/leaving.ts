import { allowed, refused, type Verdict } from '../errors'

/** Replaces the name of a citizen who has left. */
export const formerCitizen = 'Former citizen'

/** A handle that no X account can have: X accepts no dash. */
export const formerHandle = (uid: string): string => `former-${uid.slice(-8)}`

/** A former citizen votes no more: their votes open at the end of all time. */
export const never = new Date('9999-12-31T00:00:00.000Z')

/** Whether the handle was typed again as a sign that the account is really to be deleted. */
export const confirmsDeletion = (handle: string, typed: string): Verdict =>
  typed.replace(/^@/, '').toLowerCase() === handle.toLowerCase() ? allowed : refused('confirmation_mismatch')
