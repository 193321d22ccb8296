import { deriveKeys } from '@nation/core/auth'
import { Citizen } from '@nation/core/citizens'
import { Session } from '@nation/core/sessions'
import { openDatabase } from '@nation/core/nation'
import type { DataSource } from 'typeorm'
import { describe, expect, it, vi } from 'vitest'
import type { ParameterizedContext } from 'koa'
import type { Deps } from '../frame'
import { testSecret, useTestApi, type Answer } from '../testing'
import { authBindings } from './auth.calls'

/** The database of the API that was started last. */
let served: DataSource
const api = useTestApi({ database: async (url) => (served = await openDatabase({ url, poolSize: 8 })) })

/** A browser as far as cookies and redirects go. */
function browser() {
  const jar = new Map<string, string>()
  const keep = (answer: Answer) => {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split('=')
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    jar,
    get: async (path: string) => keep(await api.send('GET', path, { headers: { cookie: cookie() } })),
    post: async (path: string, headers: Record<string, string> = {}) =>
      keep(await api.send('POST', path, { headers: { cookie: cookie(), ...headers }, body: {} })),
  }
}

async function approve(location: string): Promise<string> {
  const response = await fetch(location, { redirect: 'manual' })
  return (response.headers.get('location') ?? '').replace(api.origin, '')
}

/** The next answer of X at this path is an error. */
const xFails = (path: string) =>
  fetch(`${api.x.origin}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 500, count: 1, path }),
  })

async function signIn(handle: string, at = browser(), returnTo = '/elections') {
  const start = await at.get(`/api/auth/x/login?returnTo=${encodeURIComponent(returnTo)}&login_hint=${handle}`)
  const back = await approve(start.headers.get('location') ?? '')
  const done = await at.get(back)
  return { at, start, back, done }
}

describe('Signing in with X', () => {
  it('makes a newcomer a citizen, opens a session and goes on to where they came from', async () => {
    const { at, start, done } = await signIn('ada_citizen')
    const authorize = new URL(start.headers.get('location') ?? '')
    expect(authorize.searchParams.get('code_challenge_method')).toBe('S256')
    expect(done.status).toBe(302)
    expect(done.headers.get('location')).toBe('/elections')
    const refreshed = await at.post('/api/auth?action=refresh')
    expect(refreshed.status).toBe(200)
    expect(refreshed.body.user).toMatchObject({ twitterUsername: 'ada_citizen', role: 'citizen' })
    const me = await api.send('POST', '/api/user/register', { token: String(refreshed.body.accessToken), body: {} })
    expect(me.body.user).toEqual(refreshed.body.user)
    expect(await api.nation.database.getRepository(Citizen).count()).toBe(1)
  })

  it('knows a citizen again, and takes over what X says of them now', async () => {
    await signIn('ada_citizen')
    await fetch(`${api.x.origin}/personas`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        handle: 'ada_citizen',
        name: 'Ada Renamed',
        followers: 4321,
        verified: true,
        createdAt: '2019-01-01T00:00:00.000Z',
      }),
    })
    await signIn('ada_citizen')
    const citizens = await api.nation.database.getRepository(Citizen).find()
    expect(citizens).toHaveLength(1)
    expect(citizens[0]).toMatchObject({ username: 'Ada Renamed', followers: 4321 })
  })

  it('makes one citizen of a newcomer who signs in from five browsers at once', async () => {
    const results = await Promise.all(Array.from({ length: 5 }, () => signIn('ada_citizen')))
    expect(results.map(({ done }) => done.headers.get('location'))).toEqual(Array(5).fill('/elections'))
    expect(await api.nation.database.getRepository(Citizen).count()).toBe(1)
  })

  it('refuses a return from X in a browser that did not start it', async () => {
    const { back } = await signIn('ada_citizen')
    const other = await browser().get(back)
    expect(other.headers.get('location')).toBe('/?signin=sign_in_mismatch')
    const started = browser()
    await started.get('/api/auth/x/login')
    const mixed = await started.get(back)
    expect(mixed.headers.get('location')).toBe('/?signin=sign_in_mismatch')
  })

  it('refuses to redirect to another site afterwards', async () => {
    const plain = ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '//[']
    // What a browser makes of these begins with two slashes.
    const dotted = ['/x/..//evil.example', '/.//evil.example', '/%2e%2E//evil.example?tab=1']
    for (const returnTo of [...plain, ...dotted]) {
      const answer = await api.send('GET', `/api/auth/x/login?returnTo=${encodeURIComponent(returnTo)}`)
      expect(answer.status, returnTo).toBe(400)
    }
  })

  it('leads back to where it began when the person cancels, and says so calmly, however often it is requested', async () => {
    const at = browser()
    const start = await at.get(`/api/auth/x/login?returnTo=${encodeURIComponent('/vote?tab=archived#top')}`)
    const state = new URL(start.headers.get('location') ?? '').searchParams.get('state') ?? ''
    for (const _ of ['first', 'second']) {
      const cancelled = await at.get(`/api/auth/x/callback?error=access_denied&state=${state}`)
      expect(cancelled.headers.get('location')).toBe('/vote?tab=archived&signin=cancelled#top')
    }
  })

  it('leads back to where it began when X does not answer, and says so', async () => {
    await xFails('/2/users/me')
    const { at, back, done } = await signIn('ada_citizen')
    expect(done.headers.get('location')).toBe('/elections?signin=x_unavailable')
    expect((await at.get(back)).headers.get('location')).toBe('/elections?signin=x_unavailable')
    expect(await api.nation.database.getRepository(Citizen).count()).toBe(0)
  })

  it('tells a refused code from a cancelled sign-in', async () => {
    const at = browser()
    const start = await at.get('/api/auth/x/login?returnTo=/vote')
    const state = new URL(start.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const refused = await at.get(`/api/auth/x/callback?code=made-up&state=${state}`)
    expect(refused.headers.get('location')).toBe('/vote?signin=sign_in_refused')
  })

  it('never writes a secret into the log', async () => {
    const { at, back } = await signIn('ada_citizen')
    const refreshed = await at.post('/api/auth/refresh')
    const log = api.logLines.join('\n')
    expect(log).toContain('auth.refresh')
    const code = new URL(back, api.origin).searchParams.get('code') ?? 'nothing'
    const held = [...at.jar].filter(([name]) => !name.startsWith('nation_here')).map(([, value]) => value)
    for (const secret of [code, String(refreshed.body.accessToken), ...held]) expect(log).not.toContain(secret)
  })
})

describe('A callback that is requested twice', () => {
  const sessions = () => api.nation.database.getRepository(Session)

  /** A browser that X has just sent back, with the callback that it is about to request. */
  async function returning(returnTo = '/vote') {
    const at = browser()
    const start = await at.get(`/api/auth/x/login?returnTo=${returnTo}&login_hint=ada_citizen`)
    return { at, back: await approve(start.headers.get('location') ?? ''), cookie: cookiesOf(at) }
  }
  const cookiesOf = ({ jar }: ReturnType<typeof browser>) => [...jar].map((pair) => pair.join('=')).join('; ')
  const refreshOf = (answer: Answer) =>
    answer.headers
      .getSetCookie()
      .find((line) => line.startsWith('nation_refresh'))
      ?.split(';')[0]

  const isOneSession = async (answers: readonly Answer[]) => {
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual(answers.map(() => '/vote'))
    expect(new Set(answers.map(refreshOf)).size).toBe(1)
    expect(refreshOf(answers[0]!)).toMatch(/^nation_refresh_\w+=[\w-]/)
    expect(await sessions().count()).toBe(1)
  }

  it('answers the same twice, at once', async () => {
    const { back, cookie } = await returning()
    await isOneSession(await Promise.all([1, 2, 3].map(() => api.send('GET', back, { headers: { cookie } }))))
  })

  it('answers the same twice, one after the other, also to a browser that has cached the first answer', async () => {
    const { at, back, cookie } = await returning()
    const first = await at.get(back)
    await isOneSession([first, await at.get(back), await api.send('GET', back, { headers: { cookie } })])
    expect((await at.post('/api/auth/refresh')).status).toBe(200)
  })

  it('opens the session the second time when the nation was busy the first time, though X takes a code once', async () => {
    const { back, cookie } = await returning()
    const timeout = Object.assign(new Error('Lock wait timeout exceeded'), { code: 'ER_LOCK_WAIT_TIMEOUT' })
    vi.spyOn(served, 'transaction').mockRejectedValueOnce(timeout)
    const ask = () => api.send('GET', back, { headers: { cookie } })
    expect((await ask()).headers.get('location')).toBe('/vote?signin=busy')
    await isOneSession([await ask(), await ask()])
  })

  it('answers the same twice from two processes', async () => {
    const { back, cookie } = await returning()
    const other = await api.another()
    const ask = (origin: string) => fetch(`${origin}${back}`, { headers: { cookie }, redirect: 'manual' })
    const asked = [api.origin, other, api.origin, other].map(ask)
    const answers = (await Promise.all(asked)).map(({ status, headers }) => ({ status, headers, body: {} }))
    await isOneSession(answers)
    expect(await sessions().count()).toBe(1)
    expect(await api.nation.database.query('SELECT name FROM leases WHERE name LIKE ?', ['sign-in:%'])).toEqual([])
  })

  it('answers with the newest token once the browser has refreshed', async () => {
    const { at, back } = await returning()
    await at.get(back)
    api.nation.clock.set(new Date(api.nation.clock.now().getTime() + 31_000))
    await at.post('/api/auth/refresh')
    await at.get(back)
    api.nation.clock.set(new Date(api.nation.clock.now().getTime() + 31_000))
    expect((await at.post('/api/auth/refresh')).status).toBe(200)
  })

  it('does not bring a session back that has ended', async () => {
    const { at, back } = await returning()
    await at.get(back)
    await at.post('/api/auth?action=logout')
    const again = await at.get(back)
    expect(again.headers.get('location')).toBe('/vote')
    expect(refreshOf(again)).toBeUndefined()
    expect((await at.post('/api/auth/refresh')).status).toBe(401)
  })

  it('gives no other browser a session: not without the cookie, and not with the cookie of another attempt', async () => {
    const { at, back } = await returning()
    await at.get(back)
    const other = await returning()
    for (const headers of [{}, { cookie: other.cookie }]) {
      const answer = await api.send('GET', back, { headers })
      expect(answer.headers.get('location')).toBe('/?signin=sign_in_mismatch')
      expect(refreshOf(answer)).toBeUndefined()
    }
    expect(await sessions().count()).toBe(1)
  })

  it('lets two tabs of one browser sign in at the same time', async () => {
    const at = browser()
    const starts = [await at.get('/api/auth/x/login?returnTo=/vote&login_hint=ada_citizen')]
    starts.push(await at.get('/api/auth/x/login?returnTo=/bank&login_hint=ada_citizen'))
    const ends: (string | null)[] = []
    for (const start of starts) {
      const back = await approve(start.headers.get('location') ?? '')
      ends.push((await at.get(back)).headers.get('location'))
    }
    expect(ends).toEqual(['/vote', '/bank'])
    expect((await at.post('/api/auth/refresh')).status).toBe(200)
  })

  it('keeps a few attempts of a browser and no more', async () => {
    const at = browser()
    for (let times = 0; times < 9; times++) await at.get('/api/auth/x/login')
    expect([...at.jar.keys()].filter((name) => name.startsWith('nation_signin'))).toHaveLength(3)
  })
})

describe('A session', () => {
  it('keeps two tabs signed in that refresh at the same moment', async () => {
    const { at } = await signIn('ada_citizen')
    const cookie = [...at.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const both = await Promise.all(
      [0, 1].map(() => api.send('POST', '/api/auth/refresh', { headers: { cookie }, body: {} })),
    )
    expect(both.map((answer) => answer.status)).toEqual([200, 200])
    const cookies = both.map(
      (answer) =>
        answer.headers
          .getSetCookie()
          .find((line) => line.startsWith('nation_refresh'))
          ?.split(';')[0],
    )
    expect(cookies[0]).toBe(cookies[1])
  })

  it('ends for everybody who has a copy once an old token is used again', async () => {
    const { at } = await signIn('ada_citizen')
    const stolen = [...at.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    for (let i = 0; i < 2; i++) {
      api.nation.clock.set(new Date(api.nation.clock.now().getTime() + 31_000))
      await at.post('/api/auth/refresh')
    }
    const thief = await api.send('POST', '/api/auth/refresh', { headers: { cookie: stolen }, body: {} })
    expect(thief.body.code).toBe('session_reused')
    const owner = await at.post('/api/auth/refresh')
    expect(owner.status).toBe(401)
    const sessions = await api.nation.database.getRepository(Session).find()
    expect(sessions[0]).toMatchObject({ endedWhy: 'reuse' })
  })

  it('outlives an answer that was lost for an hour, and ends when the cookie of that answer turns up elsewhere', async () => {
    const { at } = await signIn('ada_citizen')
    const later = (ms: number) => api.nation.clock.set(new Date(api.nation.clock.now().getTime() + ms))
    const cookieNow = () => [...at.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const withCookie = (cookie: string) =>
      api.send('POST', '/api/auth/refresh', { headers: { cookie, origin: api.origin }, body: {} })
    later(31_000)
    const held = cookieNow()
    const lost = await withCookie(held)
    later(3_600_000)
    expect((await at.post('/api/auth/refresh')).status).toBe(200)
    // The answer to that one is lost, too.
    at.jar.clear()
    for (const pair of held.split('; ')) at.jar.set(...(pair.split(/=(.*)/s) as [string, string]))
    later(3_600_000)
    expect((await at.post('/api/auth/refresh')).status).toBe(200)
    const copy = lost.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    expect((await withCookie(copy)).body.code).toBe('session_reused')
    expect((await at.post('/api/auth/refresh')).status).toBe(401)
  })

  it('ends at once on logout: the access token that is still fresh is refused too', async () => {
    const { at } = await signIn('ada_citizen')
    const token = String((await at.post('/api/auth/refresh')).body.accessToken)
    await at.post('/api/auth?action=logout')
    expect((await at.post('/api/auth/refresh')).status).toBe(401)
    const answer = await api.send('POST', '/api/user/register', { token, body: {} })
    expect(answer.body).toMatchObject({ code: 'session_ended' })
  })

  it('ends in every browser on logout everywhere', async () => {
    const first = await signIn('ada_citizen')
    const second = await signIn('ada_citizen')
    const token = String((await first.at.post('/api/auth/refresh')).body.accessToken)
    const answer = await api.send('POST', '/api/auth?action=logout-everywhere', { token, body: {} })
    expect(answer.body).toMatchObject({ success: true, ended: 2 })
    expect((await second.at.post('/api/auth/refresh')).status).toBe(401)
  })

  it('outlives a burst of reloads, whatever order the answers come in', async () => {
    const { at } = await signIn('ada_citizen')
    const first = [...at.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    await at.post('/api/auth/refresh')
    await at.post('/api/auth/refresh')
    expect((await api.send('POST', '/api/auth/refresh', { headers: { cookie: first }, body: {} })).status).toBe(200)
    expect((await at.post('/api/auth/refresh')).status).toBe(200)
  })

  it('ends when a citizen signs in anew in the same browser', async () => {
    const { at } = await signIn('ada_citizen')
    const before = [...at.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    await signIn('wale_whale', at)
    expect((await api.send('POST', '/api/auth/refresh', { headers: { cookie: before }, body: {} })).status).toBe(401)
    expect((await at.post('/api/auth/refresh')).body.user).toMatchObject({ twitterUsername: 'wale_whale' })
  })

  it('is counted by itself when it is refreshed, and not with the others behind its address', async () => {
    const { at } = await signIn('ada_citizen')
    const config = { origin: api.origin } as Deps['config']
    const known = (value: string | undefined) =>
      authBindings['auth.refresh']?.knownAs?.(
        { config, keys: deriveKeys(testSecret) } as Deps,
        { cookies: { get: () => value } } as unknown as ParameterizedContext,
      )
    const refreshCookie = () => [...at.jar].find(([name]) => name.startsWith('nation_refresh'))?.[1]
    const [session] = await api.nation.database.getRepository(Session).find()
    const name = `session:${session!.id}`
    expect(known(refreshCookie())).toEqual({ name, proven: true })
    // A cookie of a version before this one has no signature of the id, and an invented one has another: they count for the network, too.
    const [id, generation, signature, nameSignature] = refreshCookie()!.split('.')
    expect(known([id, generation, signature].join('.'))).toEqual({ name, proven: false })
    const invented = [crypto.randomUUID(), generation, signature, nameSignature].join('.')
    expect(known(invented)).toMatchObject({ proven: false })
    // A rotated cookie is the same session's.
    api.nation.clock.set(new Date(api.nation.clock.now().getTime() + 31_000))
    const before = refreshCookie()
    await at.post('/api/auth/refresh')
    expect(refreshCookie()).not.toBe(before)
    expect(known(refreshCookie())).toEqual(known(before))
    expect(known(undefined)).toBeUndefined()
    expect(known('no cookie of ours')).toBeUndefined()
  })

  it('is refreshed with a cookie of the version before, which had no signature of the id', async () => {
    const { at } = await signIn('ada_citizen')
    const [name, value] = [...at.jar].find(([one]) => one.startsWith('nation_refresh'))!
    at.jar.set(name, value.split('.').slice(0, 3).join('.'))
    expect((await at.post('/api/auth/refresh')).status).toBe(200)
    api.nation.clock.set(new Date(api.nation.clock.now().getTime() + 31_000))
    expect((await at.post('/api/auth/refresh')).status).toBe(200)
    expect(at.jar.get(name)!.split('.')).toHaveLength(4)
  })

  it('is not refreshed for another site’s page', async () => {
    const { at } = await signIn('ada_citizen')
    const answer = await at.post('/api/auth/refresh', { origin: 'https://evil.example' })
    expect(answer.body).toMatchObject({ code: 'wrong_origin' })
    expect((await at.post('/api/auth/refresh', { origin: api.origin })).status).toBe(200)
  })

  it('runs out: ten minutes for the access token, thirty days for the browser', async () => {
    const { at } = await signIn('ada_citizen')
    const token = String((await at.post('/api/auth/refresh')).body.accessToken)
    const start = api.nation.clock.now().getTime()
    api.nation.clock.set(new Date(start + 10 * 60_000))
    expect((await api.send('POST', '/api/user/register', { token, body: {} })).body.code).toBe('token_expired')
    api.nation.clock.set(new Date(start + 30 * 86_400_000))
    expect((await at.post('/api/auth/refresh')).body.code).toBe('session_ended')
  })
})
