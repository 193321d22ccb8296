import type { Refusal } from './types'

/** The rights are gone for good: the nation itself has ended the sign-in. */
export class SignInEnded extends Error {
  override readonly name = 'SignInEnded'
}

/** Whether an answer says that the sign-in was ended. Whether it is the nation that says so is another question. */
export const saysEnded = ({ code }: Refusal): boolean => code === 'session_ended'

/**
 * Whether it is the nation that says so (decision 112). A server that gave no farewell, because it is older, is believed in the shape of its
 * answer.
 */
export const provesEnded = (refusal: Refusal, farewell: string | null): boolean =>
  saysEnded(refusal) && isOfNation(refusal) && (farewell === null || refusal.facts.farewell === farewell)

/** Whether an answer has the shape of the nation's failures. A proxy, or a network that wants a sign-in of its own, answers otherwise. */
export const isOfNation = ({ requestId }: Refusal): boolean => requestId !== undefined

/** Whether nothing else can be done now: no answer, one of another server, or no sign-in. */
export const endsRound = (refusal: Refusal): boolean => !isOfNation(refusal) || refusal.status === 401

/** Whether the same may be sent again later: trouble of the server's own, a feature that is switched off, too many calls. */
export const isPassing = ({ status }: Refusal): boolean => status === 429 || status >= 500

/** Whether the nation, which could not do it now, has done nothing of it: it is asked for these before anything else. */
export const didNothing = ({ status, code }: Refusal): boolean => status === 429 || code === 'feature_off'

/** The message for an answer that is not taken for the server's. */
export const notTheNation = ({ status, code, sentence }: Refusal): string =>
  code === 'session_ended'
    ? 'A server says that your session has ended, and does not prove to be the nation.'
    : `What answers at this address is not the nation: ${/^HTTP \d/.test(sentence) ? sentence : `HTTP ${status}`}.`
