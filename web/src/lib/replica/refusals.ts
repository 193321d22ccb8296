import type { Refusal } from './types'

/** The rights are gone for good: the sign-in was ended, or its citizen is no administrator any more. */
export class SignInEnded extends Error {
  override readonly name = 'SignInEnded'
}

/** Codes with which they are. */
export const ended: ReadonlySet<string> = new Set(['session_ended', 'session_reused', 'panel_only', 'forbidden'])

/** Whether nothing else can be done now: no answer, or no sign-in. */
export const endsRound = ({ status, code }: Refusal): boolean => status === 0 || status === 401 || ended.has(code)

/** Whether the same may be sent again later: trouble of the server's own, a feature that is switched off, too many calls. */
export const isPassing = ({ status }: Refusal): boolean => status === 429 || status >= 500
