import { basicCredentials, mediaType, Refusal } from './http'
import type { Answer, Ask } from './http'
import { challengeOf, LIFETIMES } from './tickets'
import type { Grant } from './tickets'
import type { World } from './world'

const NOT_STORED = { 'cache-control': 'no-store', pragma: 'no-cache' }

/** `POST /2/oauth2/token`: a code or a refresh token against an access token. */
export async function exchangeToken(ask: Ask, world: World): Promise<Answer> {
  const form = await formOf(ask)
  const clientId = authenticated(ask, form, world)
  switch (required(form, 'grant_type')) {
    case 'authorization_code':
      return tokensFor(redeemed(form, clientId, world), world)
    case 'refresh_token':
      return tokensFor(refreshed(form, world), world)
    default:
      throw refused('unsupported_grant_type', 'Value passed for the grant type was invalid.')
  }
}

/** `POST /2/oauth2/revoke`: an access or refresh token stops working. */
export async function revokeToken(ask: Ask, world: World): Promise<Answer> {
  const form = await formOf(ask)
  authenticated(ask, form, world)
  world.tickets.revoke(required(form, 'token'))
  return { status: 200, headers: NOT_STORED, body: { revoked: true } }
}

/** `POST /oauth2/token`: the app's own bearer token, by client credentials. */
export async function exchangeAppToken(ask: Ask, world: World): Promise<Answer> {
  const credentials = basicCredentials(ask)
  if (!world.app.clientSecret || !isApp(credentials, world)) {
    const error = { code: 99, message: 'Unable to verify your credentials', label: 'authenticity_token_error' }
    return { status: 403, body: { errors: [error] } }
  }
  const form = await formOf(ask)
  if (form.get('grant_type') !== 'client_credentials') {
    const error = { code: 170, message: 'Missing required parameter: grant_type', label: 'forbidden_missing_parameter' }
    return { status: 403, body: { errors: [error] } }
  }
  const token = world.tickets.issue({ use: 'app', userId: '', scopes: [] })
  return { status: 200, headers: NOT_STORED, body: { token_type: 'bearer', access_token: token } }
}

async function formOf(ask: Ask): Promise<URLSearchParams> {
  if (mediaType(ask) !== 'application/x-www-form-urlencoded') {
    throw refused('invalid_request', 'The body has to be application/x-www-form-urlencoded.')
  }
  return new URLSearchParams(await ask.text())
}

/** The client's id, once it has shown who it is: by Basic when it has a secret, by naming itself when it has none. */
function authenticated(ask: Ask, form: URLSearchParams, world: World): string {
  const { clientId, clientSecret } = world.app
  if (clientSecret) {
    const credentials = basicCredentials(ask)
    if (!credentials) throw refused('unauthorized_client', 'Missing valid authorization header', 401)
    if (!isApp(credentials, world)) throw refused('invalid_client', 'Value passed for the client was invalid.', 401)
    return clientId
  }
  if (required(form, 'client_id') !== clientId) {
    throw refused('invalid_client', 'Value passed for the client was invalid.', 401)
  }
  return clientId
}

function isApp(credentials: { user: string; password: string } | undefined, { app }: World): boolean {
  return credentials?.user === app.clientId && credentials.password === app.clientSecret
}

function redeemed(form: URLSearchParams, clientId: string, world: World): Pick<Grant, 'userId' | 'scopes'> {
  const code = required(form, 'code')
  const redirectUri = required(form, 'redirect_uri')
  const verifier = required(form, 'code_verifier')
  const grant = world.tickets.takeGrant(code)
  if (!grant || grant.clientId !== clientId) {
    throw refused('invalid_request', 'Value passed for the authorization code was invalid.')
  }
  if (grant.redirectUri !== redirectUri) {
    throw refused(
      'invalid_request',
      'Value passed for the redirect uri did not match the uri of the authorization code.',
    )
  }
  if (!/^[A-Za-z0-9\-._~]{43,128}$/.test(verifier) || challengeOf(verifier) !== grant.challenge) {
    throw refused('invalid_request', 'Value passed for the code verifier did not match the code challenge.')
  }
  return grant
}

function refreshed(form: URLSearchParams, world: World): Pick<Grant, 'userId' | 'scopes'> {
  const token = required(form, 'refresh_token')
  const ticket = world.tickets.read(token, 'refresh')
  if (!ticket) throw refused('invalid_request', 'Value passed for the token was invalid.')
  world.tickets.revoke(token)
  return ticket
}

function tokensFor({ userId, scopes }: Pick<Grant, 'userId' | 'scopes'>, world: World): Answer {
  const body = {
    token_type: 'bearer',
    expires_in: LIFETIMES.access,
    access_token: world.tickets.issue({ use: 'access', userId, scopes }),
    scope: scopes.join(' '),
  }
  if (!scopes.includes('offline.access')) return { status: 200, headers: NOT_STORED, body }
  const refreshToken = world.tickets.issue({ use: 'refresh', userId, scopes })
  return { status: 200, headers: NOT_STORED, body: { ...body, refresh_token: refreshToken } }
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (!value) throw refused('invalid_request', `Missing required parameter [${name}].`)
  return value
}

function refused(error: string, description: string, status = 400): Refusal {
  return new Refusal({ status, headers: NOT_STORED, body: { error, error_description: description } })
}
