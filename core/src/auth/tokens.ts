import { timingSafeEqual } from 'node:crypto'
import { sessionLifetimes } from '@nation/domain/auth'
import { NationError } from '@nation/domain/errors'
import { SignJWT } from 'jose'
import { hmac, type Keys } from './keys'

/** What a bearer token says, once its signature was checked. Names and roles are not in it: they are read fresh. */
export interface BearerClaims {
  readonly kind: 'citizen' | 'panel'
  /** Public id of the citizen. */
  readonly uid: string
  readonly sessionId: string
}

const audience = { citizen: 'nation', panel: 'nation-panel' } as const

/** Makes a bearer token and says when it ends. */
export async function issueBearer(
  keys: Keys,
  claims: BearerClaims,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const lifetime = claims.kind === 'panel' ? sessionLifetimes.panel : sessionLifetimes.access
  const expiresAt = new Date(Math.floor((now.getTime() + lifetime) / 1000) * 1000)
  const token = await new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: claims.kind })
    .setSubject(claims.uid)
    .setAudience(audience[claims.kind])
    .setIssuedAt(now)
    .setExpirationTime(expiresAt)
    .sign(claims.kind === 'panel' ? keys.panel : keys.access)
  return { token, expiresAt }
}

/** The one header that tokens of a kind have: a token with any other header, and so with any other algorithm, is not ours. */
const headerOf = (kind: BearerClaims['kind']): string =>
  Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT', kid: kind })).toString('base64url')

const kindOfHeader = new Map((['citizen', 'panel'] as const).map((kind) => [headerOf(kind), kind]))

/**
 * Reads a bearer token. It is read on every call, so it is verified on this thread: through the platform's asynchronous
 * interface, the same HMAC took a quarter of a call's time.
 * @throws NationError `token_expired` or `token_invalid`
 */
export function readBearer(keys: Keys, token: string, now: Date): ReadBearer {
  const claims = readAnyBearer(keys, token)
  if (hasExpired(claims, now)) throw new NationError('token_expired')
  return claims
}

type ReadBearer = BearerClaims & { readonly expiresAt: Date }

export const hasExpired = ({ expiresAt }: ReadBearer, now: Date): boolean =>
  expiresAt.getTime() <= Math.floor(now.getTime() / 1000) * 1000

/** Reads a genuine bearer token, also one that has expired. @throws NationError `token_invalid` */
export function readAnyBearer(keys: Keys, token: string): ReadBearer {
  const [header = '', payload = '', signature = '', ...more] = token.split('.')
  const kind = kindOfHeader.get(header)
  if (!kind || more.length > 0) throw new NationError('token_invalid')
  const expected = hmac(kind === 'panel' ? keys.panel : keys.access, `${header}.${payload}`)
  if (!isSameSignature(expected, signature)) throw new NationError('token_invalid')
  const { aud, sub, sid, exp } = payloadOf(payload)
  if (aud !== audience[kind] || typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number')
    throw new NationError('token_invalid')
  return { kind, uid: sub, sessionId: sid, expiresAt: new Date(exp * 1000) }
}

/** The claims of a payload whose signature was checked: they are what this nation wrote. */
function payloadOf(payload: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
}

/** Compares two signatures in constant time. */
export function isSameSignature(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/**
 * The text that the server gives a console at the sign-in, and sends again when the panel session has ended. Only the server and
 * the console know it, so only the server makes a console delete its copy (decision 112).
 */
export const farewellOf = (keys: Keys, sessionId: string): string => hmac(keys.farewell, sessionId)

/** A refresh token, taken apart. */
export interface RefreshToken {
  readonly sessionId: string
  readonly generation: number
  readonly signature: string
  /** The signature of the id alone; absent in tokens of versions before decision 62 asked for it. */
  readonly nameSignature: string | undefined
}

/**
 * The refresh token of one generation. It follows from the nation's secret and the session's stored salt: the same one can
 * be made again for a browser that lost the answer, and neither the secret nor the database alone can forge it.
 */
export function refreshTokenOf(keys: Keys, sessionId: string, generation: number, salt: Buffer): string {
  const signature = refreshSignature(keys, sessionId, generation, salt)
  return `${sessionId}.${generation}.${signature}.${hmac(keys.sessionName, sessionId)}`
}

function refreshSignature(keys: Keys, sessionId: string, generation: number, salt: Buffer): string {
  return hmac(keys.refresh, `${sessionId}.${generation}.${salt.toString('base64url')}`)
}

/** Takes a refresh token apart; null when it has not even the shape of one. */
export function parseRefreshToken(token: string): RefreshToken | null {
  const match = /^([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})(?:\.([\w-]{43}))?$/.exec(token)
  if (!match) return null
  const [, sessionId = '', generation = '', signature = '', nameSignature] = match
  return { sessionId, generation: Number(generation), signature, nameSignature }
}

/** Whether the nation gave a token with this session's id, in constant time. It says nothing of whether the session lasts. */
export function isNameGenuine(keys: Keys, { sessionId, nameSignature = '' }: RefreshToken): boolean {
  return isSameSignature(hmac(keys.sessionName, sessionId), nameSignature)
}

/** Whether the token's signature is genuine, in constant time. */
export function isGenuine(keys: Keys, token: RefreshToken, salt: Buffer): boolean {
  return isSameSignature(refreshSignature(keys, token.sessionId, token.generation, salt), token.signature)
}
