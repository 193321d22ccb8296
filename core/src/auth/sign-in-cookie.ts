import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sessionLifetimes } from '@nation/domain/auth'
import { NationError } from '@nation/domain/errors'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { v7 } from 'uuid'
import { hmac, type Keys } from './keys'

/** A sign-in that has been started: what the browser must bring back from X. */
export interface SignInAttempt {
  /** Goes to X and comes back in the address: the HMAC of the nonce, which only this browser's cookie contains. */
  readonly state: string
  /** The secret half of PKCE. */
  readonly verifier: string
  /** The path inside the nation to go on to. */
  readonly returnTo: string
  readonly startedAt: Date
}

/** Starts a sign-in: the attempt, and the encrypted cookie that binds it to this browser. */
export async function beginAttempt(
  keys: Keys,
  returnTo: string,
  now: Date,
): Promise<{ attempt: SignInAttempt; cookie: string }> {
  const nonce = randomBytes(24).toString('base64url')
  const verifier = randomBytes(48).toString('base64url')
  const cookie = await new EncryptJWT({ nonce, verifier, returnTo })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + sessionLifetimes.signIn))
    .encrypt(keys.signInCookie)
  return { attempt: { state: hmac(keys.signInCookie, nonce), verifier, returnTo, startedAt: now }, cookie }
}

/**
 * Checks that the browser which comes back is the one that was sent away.
 * @throws NationError `sign_in_mismatch` otherwise
 */
export async function finishAttempt(
  keys: Keys,
  cookie: string | undefined,
  state: string | undefined,
  now: Date,
): Promise<SignInAttempt> {
  const payload = await jwtDecrypt(cookie ?? '', keys.signInCookie, { currentDate: now }).then(
    (result) => result.payload as { nonce?: unknown; verifier?: unknown; returnTo?: unknown; iat?: unknown },
    () => null,
  )
  const { nonce, verifier, returnTo, iat } = payload ?? {}
  if (typeof nonce !== 'string' || typeof verifier !== 'string' || typeof returnTo !== 'string') {
    throw new NationError('sign_in_mismatch')
  }
  const expected = Buffer.from(hmac(keys.signInCookie, nonce))
  const given = Buffer.from(state ?? '')
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw new NationError('sign_in_mismatch')
  return { state: state ?? '', verifier, returnTo, startedAt: new Date(Number(iat ?? 0) * 1000) }
}

/**
 * The id of the session that an attempt opens with a code. The same attempt and code always make the same id: the
 * sessions' primary key lets one sign-in open one session, however often its callback is requested.
 */
export function sessionIdOf(keys: Keys, attempt: SignInAttempt, code: string): string {
  const random = createHmac('sha256', keys.signInCookie).update(`session ${attempt.verifier} ${code}`).digest()
  return v7({ msecs: attempt.startedAt.getTime(), random })
}
