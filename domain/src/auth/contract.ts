import { z } from 'zod'
import { ownProfile } from '../citizens/contract'
import { answer, defineCall, instant } from '../definitions'

const pathInside = 'A path inside the nation, such as /elections.'

/** Whether an address is still a path when its dots are resolved: `/a/..//b.example` becomes `//b.example`, another site. */
const staysInside = (path: string): boolean => !new URL(path, 'http://nation.invalid').pathname.startsWith('//')

/** A path inside the product to come back to: never another site's. */
const returnTo = z
  .string()
  .max(512)
  .regex(/^\/(?![/\\])[^\\\s]*$/, { error: pathInside, abort: true })
  .refine(staysInside, pathInside)

export const xLogin = defineCall({
  id: 'auth.x-login',
  method: 'GET',
  path: '/api/auth/x/login',
  kind: 'redirect',
  summary: 'Starts the sign-in with X: sends the browser to X’s authorise page (OAuth 2.0 with PKCE).',
  access: 'anyone',
  input: z.strictObject({ returnTo: returnTo.optional(), login_hint: z.string().max(64).optional() }),
  output: z.void(),
  errors: [],
  example: { returnTo: '/elections' },
  limit: { points: 30, seconds: 60, by: 'address' },
})

export const xCallback = defineCall({
  id: 'auth.x-callback',
  method: 'GET',
  path: '/api/auth/x/callback',
  kind: 'redirect',
  summary: 'Where X sends the browser back: opens the session and goes on to where the sign-in began.',
  access: 'anyone',
  input: z.object({
    code: z.string().max(2048).optional(),
    state: z.string().max(512).optional(),
    error: z.string().max(256).optional(),
  }),
  output: z.void(),
  errors: ['sign_in_mismatch', 'sign_in_refused', 'x_unavailable'],
  example: { code: 'code-from-x', state: 'state-from-login' },
  limit: { points: 30, seconds: 60, by: 'address' },
})

export const refresh = defineCall({
  id: 'auth.refresh',
  method: 'POST',
  summary: 'Exchanges the browser’s refresh cookie for a short-lived access token, and rotates the cookie.',
  access: 'anyone',
  input: z.strictObject({}),
  output: answer({ accessToken: z.string(), expiresAt: instant(), user: ownProfile }),
  errors: ['unauthenticated', 'session_ended', 'session_reused', 'wrong_origin'],
  example: {},
  secret: true,
  limit: { points: 60, seconds: 60, by: 'address' },
})

export const logout = defineCall({
  id: 'auth.logout',
  method: 'POST',
  summary: 'Ends this browser’s session.',
  access: 'anyone',
  input: z.strictObject({}),
  output: answer({}),
  errors: ['wrong_origin'],
  example: {},
  secret: true,
})

export const logoutEverywhere = defineCall({
  id: 'auth.logout-everywhere',
  method: 'POST',
  summary: 'Ends every session of yours, in this and in all other browsers.',
  access: 'citizen',
  input: z.strictObject({}),
  output: answer({ ended: z.number().int() }),
  errors: [],
  example: {},
  secret: true,
})

export const authCalls = [xLogin, xCallback, refresh, logout, logoutEverywhere] as const
