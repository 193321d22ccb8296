import { timingSafeEqual } from 'node:crypto'
import { sessionLifetimes } from '@nation/domain/auth'
import { NationError } from '@nation/domain/errors'
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import { seal, type Keys } from './keys'

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

/**
 * Reads a bearer token.
 * @throws NationError `token_expired` or `token_invalid`
 */
export async function readBearer(keys: Keys, token: string, now: Date): Promise<BearerClaims> {
  let kind: BearerClaims['kind'] = 'citizen'
  try {
    const { payload } = await jwtVerify(
      token,
      (header) => {
        kind = header.kid === 'panel' ? 'panel' : 'citizen'
        return kind === 'panel' ? keys.panel : keys.access
      },
      { algorithms: ['HS256'], audience: [audience.citizen, audience.panel], currentDate: now },
    )
    if (payload.aud !== audience[kind] || typeof payload.sub !== 'string' || typeof payload.sid !== 'string') {
      throw new NationError('token_invalid')
    }
    return { kind, uid: payload.sub, sessionId: payload.sid }
  } catch (error) {
    throw error instanceof joseErrors.JWTExpired ? new NationError('token_expired') : new NationError('token_invalid')
  }
}

/** A refresh token, taken apart. */
export interface RefreshToken {
  readonly sessionId: string
  readonly generation: number
  readonly seal: string
}

/**
 * The refresh token of one generation. It follows from the nation's secret and the session's stored salt: the same one can
 * be made again for a browser that lost the answer, and neither the secret nor the database alone can forge it.
 */
export function refreshTokenOf(keys: Keys, sessionId: string, generation: number, salt: Buffer): string {
  return `${sessionId}.${generation}.${refreshSeal(keys, sessionId, generation, salt)}`
}

function refreshSeal(keys: Keys, sessionId: string, generation: number, salt: Buffer): string {
  return seal(keys.refresh, `${sessionId}.${generation}.${salt.toString('base64url')}`)
}

/** Takes a refresh token apart; null when it has not even the shape of one. */
export function parseRefreshToken(token: string): RefreshToken | null {
  const match = /^([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/.exec(token)
  if (!match) return null
  const [, sessionId = '', generation = '', sealed = ''] = match
  return { sessionId, generation: Number(generation), seal: sealed }
}

/** Whether the token's seal is genuine, in constant time. */
export function isGenuine(keys: Keys, token: RefreshToken, salt: Buffer): boolean {
  const expected = Buffer.from(refreshSeal(keys, token.sessionId, token.generation, salt))
  const given = Buffer.from(token.seal)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
