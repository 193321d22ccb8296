import { sessionLifetimes } from '@nation/domain/auth'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { authorizeUrl } from '@nation/core/x'
import { beginAttempt, finishAttempt, isNameGenuine, parseRefreshToken, sessionIdOf } from '@nation/core/auth'
import { refreshSession, signOut, signOutEverywhere } from '@nation/core/sessions'
import { change, type Config } from '@nation/core/platform'
import { citizenChange, raw, type Binding, type Bindings, type Request } from '../frame'
import { completeSignIn } from './complete-sign-in'
import { cookieJar, requireOwnOrigin } from './cookies'

const callbackPath = '/api/auth/x/callback'
const redirectUri = (config: Config) => `${config.origin}${callbackPath}`

/** `GET /api/auth/x/login`: sends the browser to X, bound to it by an encrypted cookie. */
async function login({ deps, input, http }: Request<CallInput<'auth.x-login'>>): Promise<undefined> {
  const now = deps.runtime.clock.now()
  const { attempt, cookie } = await beginAttempt(deps.keys, input.returnTo ?? '/', now)
  cookieJar(deps.config).signIn(attempt.state).write(http, cookie, machineTime(sessionLifetimes.signIn))
  http.redirect(
    authorizeUrl(deps.config.x, {
      redirectUri: redirectUri(deps.config),
      state: attempt.state,
      verifier: attempt.verifier,
      loginHint: input.login_hint,
    }),
  )
}

/**
 * `GET /api/auth/x/callback`: opens the session and goes on to where the sign-in began. The page that one comes back to tells
 * by a code what went wrong. The cookie of the attempt stays until it runs out: a browser that requests this address twice
 * gets the same answer twice, and no other browser gets one.
 */
async function callback({ deps, input, http }: Request<CallInput<'auth.x-callback'>>): Promise<undefined> {
  const jar = cookieJar(deps.config)
  const { clock } = deps.runtime
  let returnTo = '/'
  try {
    const attempt = await finishAttempt(deps.keys, jar.signIn(input.state ?? '').read(http), input.state, clock.now())
    returnTo = attempt.returnTo
    if (input.error === 'access_denied') {
      http.redirect(withOutcome(returnTo, 'cancelled'))
      return
    }
    if (input.error !== undefined || input.code === undefined) throw new NationError('sign_in_refused')
    const grant = { code: input.code, verifier: attempt.verifier, redirectUri: redirectUri(deps.config) }
    const session = await completeSignIn(deps, sessionIdOf(deps.keys, attempt, input.code), grant, {
      userAgent: http.get('user-agent'),
      refreshToken: jar.refresh.read(http),
    })
    // A session that has ended since is not brought back.
    if (session) jar.refresh.write(http, session.refreshToken, machineTime(sessionLifetimes.refresh))
    http.redirect(returnTo)
  } catch (error) {
    if (!(error instanceof NationError)) throw error
    deps.log.warn({ code: error.code, err: error.cause }, 'a sign-in failed')
    http.redirect(withOutcome(returnTo, error.code))
  }
}

/** The path with a note of what the sign-in came to, which the page there shows and takes out of the address. */
function withOutcome(returnTo: string, outcome: string): string {
  const address = new URL(returnTo, 'http://nation.invalid')
  address.searchParams.set('signin', outcome)
  return address.pathname + address.search + address.hash
}

/** `auth.refresh`: the cookie for an access token; the cookie is rotated. */
async function refresh({ deps, http }: Request): Promise<CallOutput<'auth.refresh'>> {
  requireOwnOrigin(http, deps.config)
  const jar = cookieJar(deps.config)
  const outcome = await change(deps.runtime, {}, (ctx) => refreshSession(ctx, deps.keys, jar.refresh.read(http)))
  if (outcome.refused !== null) {
    jar.refresh.clear(http)
    throw new NationError(outcome.refused)
  }
  jar.refresh.write(http, outcome.session.refreshToken, machineTime(sessionLifetimes.refresh))
  return outcome.answer
}

/**
 * A browser with a session is counted by the session that its cookie names, so that others behind its address do not use up its
 * refreshes. Invented cookies are counted for the network. Whether the session lasts is found out under its lock only.
 */
const namedSession: Binding['knownAs'] = (deps, http) => {
  const named = parseRefreshToken(cookieJar(deps.config).refresh.read(http) ?? '')
  return named ? { name: `session:${named.sessionId}`, proven: isNameGenuine(deps.keys, named) } : undefined
}

/** `auth.logout`: ends this browser's session and forgets its cookie. */
async function logout({ deps, http }: Request): Promise<CallOutput<'auth.logout'>> {
  requireOwnOrigin(http, deps.config)
  const jar = cookieJar(deps.config)
  await change(deps.runtime, {}, (ctx) => signOut(ctx, deps.keys, jar.refresh.read(http)))
  jar.refresh.clear(http)
  return { success: true }
}

/** When a cookie ends, by the browser's clock rather than the nation's. */
function machineTime(lifetimeMs: number): Date {
  return new Date(Date.now() + lifetimeMs)
}

export const authBindings: Bindings = {
  'auth.x-login': raw<'auth.x-login'>(login),
  'auth.x-callback': raw<'auth.x-callback'>(callback),
  'auth.refresh': { ...raw<'auth.refresh'>(refresh), knownAs: namedSession },
  'auth.logout': { ...raw<'auth.logout'>(logout), endsSessions: true },
  'auth.logout-everywhere': { ...citizenChange<'auth.logout-everywhere'>(signOutEverywhere), endsSessions: true },
}
