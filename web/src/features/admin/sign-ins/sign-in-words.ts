import type { CallAnswer } from '@nation/domain/contract'
import { instantInWords } from '@nation/domain/formats'

export type Security = CallAnswer<'admin.security'>
export type Device = Security['devices'][number]

/** From here on it is said that codes run out. */
const FEW_CODES = 2

/** '3 tries to sign in failed since your last sign-in, Thu 26 Nov, 12:00 UTC, from 2 networks.' */
export function failuresInWords({ failedTries: failed, previousSignInAt }: Security): string {
  const since =
    previousSignInAt === null
      ? 'since this account was made'
      : `since your last sign-in, ${instantInWords(previousSignInAt)}`
  if (failed.tries === 0) return `No sign-in failed ${since}.`
  const tries = failed.tries === 1 ? '1 try' : `${failed.tries} tries`
  const networks = failed.networks === 1 ? '1 network' : `${failed.networks} networks`
  return `${tries} to sign in failed ${since}, from ${networks}.`
}

/** How many recovery codes are left; null where there is no second factor to stand in for. */
export function codesInWords({ secondFactor, recoveryCodes: { left } }: Security): string | null {
  if (!secondFactor) return null
  if (left === 0) return 'You have no recovery codes left.'
  return left === 1 ? 'You have 1 recovery code left.' : `You have ${left} recovery codes left.`
}

/** Whether there is something to show at once after a sign-in. */
export function newsOf(security: Security): string[] {
  const few = security.secondFactor && security.recoveryCodes.left <= FEW_CODES
  return [
    security.failedTries.tries > 0 ? failuresInWords(security) : null,
    few ? codesInWords(security) : null,
  ].filter((one) => one !== null)
}

/** The key in an authenticator's address, in groups of four, for typing. */
export const secretOf = (address: string): string =>
  (new URL(address).searchParams.get('secret') ?? '').replace(/(.{4})(?=.)/g, '$1 ')
