import { Refusal } from './http'
import type { Answer, Ask } from './http'
import { errorPage, pickPage } from './page'
import type { World } from './world'

/** A sign-in that the app asks for, checked. */
export interface SignInRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string
  readonly challenge: string
}

const SCOPES = (
  'tweet.read tweet.write tweet.moderate.write users.email users.read follows.read follows.write offline.access ' +
  'space.read mute.read mute.write like.read like.write list.read list.write block.read block.write bookmark.read ' +
  'bookmark.write media.write'
).split(' ')

const PARAMETERS = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
]

/**
 * `GET /i/oauth2/authorize`: shows who can be picked, or sends the browser back at once when `login_hint` names someone.
 * `cancel` sends it back with `access_denied`, as X does. A wrong request gets an error page here: nothing is sent to an
 * address that is not known to be the app's.
 */
export function authorize(ask: Ask, world: World): Answer {
  const request = checked(ask, world)
  const query = ask.url.searchParams
  if (query.has('cancel')) return back(request, { error: 'access_denied' })
  const hint = query.get('login_hint')?.trim().replace(/^@/, '')
  const persona = hint ? world.personas.find(hint) : undefined
  if (persona) {
    const { clientId, redirectUri, scopes, challenge } = request
    const code = world.tickets.issueCode({ clientId, redirectUri, scopes, challenge, userId: persona.id })
    return back(request, { code })
  }
  const hidden = PARAMETERS.map((name) => [name, query.get(name) ?? ''] as const)
  const notice = hint ? `No user here is called @${hint}. Pick someone else.` : undefined
  return pickPage({
    hidden,
    personas: world.personas.all(),
    search: query.get('q')?.trim() ?? '',
    now: world.now(),
    ...(notice && { notice }),
  })
}

function back({ redirectUri, state }: SignInRequest, result: Readonly<Record<string, string>>): Answer {
  const location = new URL(redirectUri)
  for (const [name, value] of Object.entries({ state, ...result })) location.searchParams.set(name, value)
  return {
    status: 302,
    headers: { location: location.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  }
}

function checked(ask: Ask, world: World): SignInRequest {
  const query = ask.url.searchParams
  const need = (name: string): string => {
    const values = query.getAll(name)
    if (values.length > 1) throw wrong(`The parameter ${name} is there more than once.`)
    if (!values[0]) throw wrong(`The parameter ${name} is missing.`)
    return values[0]
  }
  const responseType = need('response_type')
  if (responseType !== 'code') throw wrong(`response_type has to be code, not ${responseType}.`)
  const clientId = need('client_id')
  if (clientId !== world.app.clientId) throw wrong(`There is no app with the client_id ${clientId}.`)
  const redirectUri = need('redirect_uri')
  if (!isRegistered(redirectUri, world)) throw wrong(`The redirect_uri ${redirectUri} is not registered for this app.`)
  const scopes = need('scope').split(' ').filter(Boolean)
  const unknown = scopes.find((scope) => !SCOPES.includes(scope))
  if (unknown || scopes.length === 0) throw wrong(`There is no scope ${unknown ?? ''}.`)
  const state = need('state')
  if (state.length > 500) throw wrong('The state is longer than 500 characters.')
  const challenge = need('code_challenge')
  const method = need('code_challenge_method')
  if (method !== 'S256') throw wrong(`code_challenge_method has to be S256, not ${method}.`)
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) throw wrong('The code_challenge is not a SHA-256 in base64url.')
  return { clientId, redirectUri, scopes, state, challenge }
}

function isRegistered(redirectUri: string, { app }: World): boolean {
  if (app.redirectUris) return app.redirectUris.includes(redirectUri)
  if (!URL.canParse(redirectUri)) return false
  const { protocol, hostname, origin, hash } = new URL(redirectUri)
  const here = ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')
  return (here || origin === app.origin) && hash === '' && (protocol === 'http:' || protocol === 'https:')
}

function wrong(reason: string): Refusal {
  return new Refusal(errorPage(reason))
}
