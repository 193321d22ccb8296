import { randomBytes } from 'node:crypto'
import { challengeOf } from './tickets'

export const CLIENT = { clientId: 'nation-test', clientSecret: 'not-a-real-secret' }
export const REDIRECT = 'http://localhost:3000/api/auth/x/callback'

/** A client of X, written against X's documentation alone. */
export class XClient {
  readonly verifier = randomBytes(32).toString('base64url')
  readonly state = randomBytes(8).toString('hex')

  constructor(
    readonly origin: string,
    private readonly client: { clientId: string; clientSecret?: string } = CLIENT,
  ) {}

  authorizeUrl(changes: Readonly<Record<string, string | undefined>> = {}): string {
    const parameters: Record<string, string | undefined> = {
      response_type: 'code',
      client_id: this.client.clientId,
      redirect_uri: REDIRECT,
      scope: 'tweet.read users.read offline.access',
      state: this.state,
      code_challenge: challengeOf(this.verifier),
      code_challenge_method: 'S256',
      ...changes,
    }
    const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return `${this.origin}/i/oauth2/authorize?${new URLSearchParams(given).toString()}`
  }

  authorize(changes: Readonly<Record<string, string | undefined>> = {}): Promise<Response> {
    return fetch(this.authorizeUrl(changes), { redirect: 'manual' })
  }

  /** The address that the browser is sent back to. */
  async sentBack(changes: Readonly<Record<string, string | undefined>>): Promise<URL> {
    const response = await this.authorize(changes)
    return new URL(response.headers.get('location') ?? 'nowhere:')
  }

  async codeOf(handle: string, changes: Readonly<Record<string, string>> = {}): Promise<string> {
    return (await this.sentBack({ login_hint: handle, ...changes })).searchParams.get('code') ?? ''
  }

  token(form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const { clientId, clientSecret } = this.client
    const basic = Buffer.from(`${clientId}:${clientSecret ?? ''}`).toString('base64')
    const authorization: Record<string, string> = clientSecret ? { authorization: `Basic ${basic}` } : {}
    return fetch(`${this.origin}/2/oauth2/token`, {
      method: 'POST',
      headers: { ...authorization, ...headers },
      body: new URLSearchParams(form),
    })
  }

  redeem(code: string, changes: Readonly<Record<string, string>> = {}): Promise<Response> {
    const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: this.verifier }
    return this.token({ ...form, ...changes })
  }

  async signIn(handle: string, scope = 'tweet.read users.read offline.access'): Promise<TokenAnswer> {
    return (await (await this.redeem(await this.codeOf(handle, { scope }))).json()) as TokenAnswer
  }

  async appToken(): Promise<string> {
    const basic = Buffer.from(`${CLIENT.clientId}:${CLIENT.clientSecret}`).toString('base64')
    const response = await fetch(`${this.origin}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    return ((await response.json()) as TokenAnswer).access_token
  }

  get(path: string, token?: string): Promise<Response> {
    return fetch(this.origin + path, { headers: token ? { authorization: `Bearer ${token}` } : {} })
  }

  send(method: string, path: string, body?: unknown): Promise<Response> {
    const content =
      body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return fetch(this.origin + path, { method, ...content })
  }
}

export interface TokenAnswer {
  readonly token_type: string
  readonly expires_in: number
  readonly access_token: string
  readonly refresh_token?: string
  readonly scope: string
}

/** A clock that stands still until it is moved. */
export function handClock(start: string): { now: () => Date; forward: (seconds: number) => void } {
  let time = Date.parse(start)
  return { now: () => new Date(time), forward: (seconds) => void (time += seconds * 1000) }
}
