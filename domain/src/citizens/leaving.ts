import { allowed, refused, type Verdict } from '../errors'

/** What stands where the name of somebody stood who has left. */
export const formerCitizen = 'Former citizen'

/** A handle that X can give to nobody: a dash is not taken there. */
export const formerHandle = (uid: string): string => `former-${uid.slice(-8)}`

/** A former citizen votes no more: their votes open at the end of all time. */
export const never = new Date('9999-12-31T00:00:00.000Z')

/** Whether the handle was typed again as a sign that the account is really to be deleted. */
export const confirmsDeletion = (handle: string, typed: string): Verdict =>
  typed.replace(/^@/, '').toLowerCase() === handle.toLowerCase() ? allowed : refused('confirmation_mismatch')
