import fc from 'fast-check'
import { jwtVerify, SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { deriveKeys } from './keys'
import { issueBearer, readBearer } from './tokens'

const keys = deriveKeys('a secret of these tests, long enough to be one')
const now = new Date('2027-01-05T12:00:00.500Z')
const claims = { kind: 'citizen', uid: '01890a5d-ac96-774b-bcce-b302099a8057', sessionId: 'a-session' } as const

const codeOf = (token: string, at = now): string => {
  try {
    return JSON.stringify(readBearer(keys, token, at))
  } catch (error) {
    return (error as { code: string }).code
  }
}

/** A token that differs from a genuine one in what a test says. */
function forged({ alg = 'HS256', kid = 'citizen', aud = 'nation', exp = 2_000_000_000 as unknown, key = keys.access }) {
  return new SignJWT({ sid: 'a-session', exp: exp as number })
    .setProtectedHeader({ alg, typ: 'JWT', kid })
    .setSubject(claims.uid)
    .setAudience(aud)
    .sign(key)
}

it('A token that was issued says again whose it is, and any reader of the standard reads it alike', async () => {
  for (const kind of ['citizen', 'panel'] as const) {
    const { token, expiresAt } = await issueBearer(keys, { ...claims, kind }, now)
    expect(readBearer(keys, token, now)).toEqual({ ...claims, kind, expiresAt })
    const key = kind === 'panel' ? keys.panel : keys.access
    expect((await jwtVerify(token, key, { currentDate: now })).payload).toMatchObject({ sub: claims.uid })
  }
})

it('A token ends at the second that was promised, and not before', async () => {
  const { token, expiresAt } = await issueBearer(keys, claims, now)
  expect(readBearer(keys, token, new Date(expiresAt.getTime() - 1))).toEqual({ ...claims, expiresAt })
  expect(codeOf(token, expiresAt)).toBe('token_expired')
})

it('A genuine twin of each forgery is accepted', async () => {
  expect(codeOf(await forged({}))).toBe(JSON.stringify({ ...claims, expiresAt: new Date(2_000_000_000_000) }))
})

it.each([
  ['of another key', { key: keys.refresh }],
  ['of one kind under the other kind’s key', { kid: 'panel' }],
  ['of the panel for the citizens’ audience', { kid: 'panel', key: keys.panel }],
  ['for another audience', { aud: 'nation-panel' }],
  ['of an unknown kind', { kid: 'admin' }],
  ['with another algorithm', { alg: 'HS512', key: new Uint8Array(64) }],
  ['that never ends', { exp: 'never' }],
])('A token %s is refused', async (_, difference) => {
  expect(codeOf(await forged(difference))).toBe('token_invalid')
})

it('A token without a signature is refused, whatever its header says', async () => {
  const [, payload] = (await forged({})).split('.')
  const header = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const alg of ['none', 'None', 'HS256'])
    expect(codeOf(`${header({ alg, typ: 'JWT', kid: 'citizen' })}.${payload}.`)).toBe('token_invalid')
})

it('A token in which a single character differs is refused', async () => {
  const { token } = await issueBearer(keys, claims, now)
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...'Aa0_-.=é'), (place, character) => {
      fc.pre(token[place] !== character)
      const changed = token.slice(0, place) + character + token.slice(place + 1)
      expect(codeOf(changed)).toBe('token_invalid')
    }),
  )
})

it('Whatever else is sent as a token is refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 3, maxLength: 5 })), (parts) => {
      expect(codeOf(Array.isArray(parts) ? parts.join('.') : parts)).toBe('token_invalid')
    }),
  )
})
