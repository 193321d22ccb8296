import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startXStandIn } from '.'
import type { XStandIn } from '.'
import { CLIENT, handClock, REDIRECT, XClient } from './testing'

const clock = handClock('2026-03-02T10:00:00Z')
let x: XStandIn
let client: XClient

beforeAll(async () => {
  x = await startXStandIn({ ...CLIENT, clock: clock.now })
  client = new XClient(x.origin)
})
afterAll(() => x.close())

describe('the authorise page', () => {
  it('offers everyone, one button each, and says that it is a stand-in', async () => {
    const response = await client.authorize()
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page).toContain('This is a local stand-in for X.')
    expect(page.match(/name="login_hint"/g)).toHaveLength(300)
    expect(page).toContain('A first-time visitor')
    expect(page).toContain('@new_visitor')
  })

  it('narrows to what is searched for, without scripts too', async () => {
    const page = await (await client.authorize({ q: 'PIET' })).text()
    expect(page.match(/name="login_hint"/g)).toHaveLength(1)
    expect(page).toContain('@piet_president')
  })

  it('sends the browser back with a code when someone is picked', async () => {
    const back = await client.sentBack({ login_hint: 'ada_citizen' })
    expect(back.origin + back.pathname).toBe(REDIRECT)
    expect(back.searchParams.get('state')).toBe(client.state)
    expect(back.searchParams.get('code')).toMatch(/^[\w-]{40,}$/)
  })

  it('keeps the query that a callback address already has', async () => {
    const back = await client.sentBack({ login_hint: '@Ada_Citizen', redirect_uri: `${REDIRECT}?from=home` })
    expect(back.searchParams.get('from')).toBe('home')
    expect(back.searchParams.get('code')).toBeTruthy()
  })

  it('shows the page when no account has the hinted handle, and what was hinted stays text', async () => {
    const response = await client.authorize({ login_hint: '<b>nobody</b>' })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('No user here is called @&lt;b&gt;nobody&lt;/b&gt;.')
  })

  it('sends the browser back with access_denied when one cancels', async () => {
    const back = await client.sentBack({ cancel: '1' })
    expect(Object.fromEntries(back.searchParams)).toEqual({ state: client.state, error: 'access_denied' })
  })

  it.each([
    ['response_type', 'token'],
    ['response_type', undefined],
    ['client_id', 'someone-else'],
    ['redirect_uri', 'https://evil.example/callback'],
    ['redirect_uri', 'javascript:alert(1)'],
    ['redirect_uri', undefined],
    ['scope', 'users.read root'],
    ['scope', undefined],
    ['state', undefined],
    ['state', 's'.repeat(501)],
    ['code_challenge', 'short'],
    ['code_challenge', undefined],
    ['code_challenge_method', 'plain'],
    ['code_challenge_method', undefined],
  ])('explains, and does not redirect, when %s is %s', async (name, value) => {
    const response = await client.authorize({ login_hint: 'ada_citizen', [name]: value })
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(await response.text()).toContain(name)
  })
})

describe('the token endpoint', () => {
  const failure = async (response: Promise<Response>) => {
    const answer = await response
    return { status: answer.status, ...((await answer.json()) as { error: string; error_description: string }) }
  }

  it('gives tokens for a code, and the tokens are the picked person’s', async () => {
    const response = await client.redeem(await client.codeOf('ada_citizen'))
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const tokens = (await response.json()) as Record<string, string>
    expect(tokens).toMatchObject({
      token_type: 'bearer',
      expires_in: 7200,
      scope: 'tweet.read users.read offline.access',
    })
    const me = await client.get('/2/users/me', tokens.access_token)
    expect(await me.json()).toEqual({
      data: { id: expect.any(String) as unknown, name: 'Ada Lindgren', username: 'ada_citizen' },
    })
  })

  it('takes a code once', async () => {
    const code = await client.codeOf('ada_citizen')
    expect((await client.redeem(code)).status).toBe(200)
    expect(await failure(client.redeem(code))).toEqual({
      status: 400,
      error: 'invalid_request',
      error_description: 'Value passed for the authorization code was invalid.',
    })
  })

  it('takes a code for 30 seconds', async () => {
    const [early, late] = [await client.codeOf('ada_citizen'), await client.codeOf('ada_citizen')]
    clock.forward(29)
    expect((await client.redeem(early)).status).toBe(200)
    clock.forward(1)
    expect((await client.redeem(late)).status).toBe(400)
  })

  it('refuses a code verifier that is not the challenge’s, and the code is spent by it', async () => {
    const code = await client.codeOf('ada_citizen')
    const other = new XClient(x.origin).verifier
    expect(await failure(client.redeem(code, { code_verifier: other }))).toEqual({
      status: 400,
      error: 'invalid_request',
      error_description: 'Value passed for the code verifier did not match the code challenge.',
    })
    expect((await client.redeem(code)).status).toBe(400)
  })

  it('refuses another redirect address than the code was asked for with', async () => {
    const code = await client.codeOf('ada_citizen')
    const answer = await failure(client.redeem(code, { redirect_uri: 'http://localhost:3000/elsewhere' }))
    expect(answer).toMatchObject({ status: 400, error: 'invalid_request' })
  })

  it('refuses who does not show the secret, or shows a wrong one', async () => {
    const form = { grant_type: 'authorization_code', code: 'c', redirect_uri: REDIRECT, code_verifier: client.verifier }
    const named = new XClient(x.origin, { clientId: CLIENT.clientId })
    expect(await failure(named.token({ ...form, client_id: CLIENT.clientId }))).toEqual({
      status: 401,
      error: 'unauthorized_client',
      error_description: 'Missing valid authorization header',
    })
    const wrong = new XClient(x.origin, { ...CLIENT, clientSecret: 'wrong' })
    expect(await failure(wrong.token(form))).toMatchObject({ status: 401, error: 'invalid_client' })
  })

  it('names the parameter that is missing', async () => {
    expect(
      await failure(client.token({ grant_type: 'authorization_code', code: 'c', redirect_uri: REDIRECT })),
    ).toEqual({
      status: 400,
      error: 'invalid_request',
      error_description: 'Missing required parameter [code_verifier].',
    })
    expect(await failure(client.token({ grant_type: 'password' }))).toMatchObject({ error: 'unsupported_grant_type' })
    expect(await failure(client.token({}))).toMatchObject({ error: 'invalid_request' })
  })

  it('wants a form', async () => {
    const answer = await failure(client.token({ grant_type: 'refresh_token' }, { 'content-type': 'application/json' }))
    expect(answer).toMatchObject({ status: 400, error: 'invalid_request' })
  })

  it('gives a refresh token only for offline.access', async () => {
    expect(await client.signIn('ada_citizen', 'tweet.read users.read')).not.toHaveProperty('refresh_token')
  })

  it('rotates refresh tokens: each works once', async () => {
    const { refresh_token: first = '' } = await client.signIn('ada_citizen')
    const response = await client.token({ grant_type: 'refresh_token', refresh_token: first })
    const second = (await response.json()) as { access_token: string; refresh_token: string }
    expect((await client.get('/2/users/me', second.access_token)).status).toBe(200)
    expect(second.refresh_token).not.toBe(first)
    expect(await failure(client.token({ grant_type: 'refresh_token', refresh_token: first }))).toMatchObject({
      status: 400,
      error: 'invalid_request',
    })
  })

  it('does not take an access token for a refresh token, nor the other way round', async () => {
    const tokens = await client.signIn('ada_citizen')
    expect((await client.token({ grant_type: 'refresh_token', refresh_token: tokens.access_token })).status).toBe(400)
    expect((await client.get('/2/users/me', tokens.refresh_token)).status).toBe(401)
  })

  it('lets an access token run out after two hours', async () => {
    const { access_token: token } = await client.signIn('ada_citizen')
    clock.forward(7199)
    expect((await client.get('/2/users/me', token)).status).toBe(200)
    clock.forward(1)
    expect((await client.get('/2/users/me', token)).status).toBe(401)
  })

  it('revokes a token', async () => {
    const { access_token: token } = await client.signIn('ada_citizen')
    const basic = Buffer.from(`${CLIENT.clientId}:${CLIENT.clientSecret}`).toString('base64')
    const revoked = await fetch(`${x.origin}/2/oauth2/revoke`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ token }),
    })
    expect(await revoked.json()).toEqual({ revoked: true })
    expect((await client.get('/2/users/me', token)).status).toBe(401)
  })
})

describe('other registrations', () => {
  it('lets a public client name itself instead of showing a secret', async () => {
    const open = await startXStandIn({ clientId: 'open', clock: clock.now })
    const app = new XClient(open.origin, { clientId: 'open' })
    const code = await app.codeOf('ada_citizen')
    expect((await app.redeem(code, { client_id: 'another' })).status).toBe(401)
    expect((await app.redeem(code, { client_id: 'open' })).status).toBe(200)
    await open.close()
  })

  it('takes only registered addresses when there is a list, and the nation’s own origin when it is elsewhere', async () => {
    const strict = await startXStandIn({ ...CLIENT, redirectUris: [REDIRECT] })
    const lan = await startXStandIn({ ...CLIENT, appOrigin: 'http://nation.lan:3000/' })
    const status = async (server: XStandIn, redirect: string) =>
      (await new XClient(server.origin).authorize({ redirect_uri: redirect })).status
    expect(await status(strict, REDIRECT)).toBe(200)
    expect(await status(strict, `${REDIRECT}/`)).toBe(400)
    expect(await status(lan, 'http://nation.lan:3000/api/auth/x/callback')).toBe(200)
    expect(await status(lan, 'http://nation.lan:3001/api/auth/x/callback')).toBe(400)
    await Promise.all([strict.close(), lan.close()])
  })

  it('keeps everyone signed in over a restart', async () => {
    const before = await startXStandIn(CLIENT)
    const { access_token: token } = await new XClient(before.origin).signIn('milo_moderator')
    await before.close()
    const after = await startXStandIn(CLIENT)
    expect((await new XClient(after.origin).get('/2/users/me', token)).status).toBe(200)
    await after.close()
  })
})
