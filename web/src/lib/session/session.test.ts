import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterRefresh, judgeRefresh, sessionLifetimes, type SessionState } from '@nation/domain/auth'
import { fakeNation, refuse } from '../../testing/fake-nation'
import { channelOfTabs } from './tabs'
import { queryClient } from '../query/query'
import { remember, useAuth, useUser } from '../store/citizen'
import { endOnEvents, refetchUser, refreshSession, signOut, startSession, useSession } from './session'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
type Listener = Parameters<Parameters<typeof endOnEvents>[0]>[0]

/** A nation that answers over `fetch`, and what it has been asked. */
function serve() {
  const nation = fakeNation({ now: NOW, as: 'citizen' })
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(url)
    const { status, body } = nation.handle(init.method ?? 'GET', url, null)
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'x-nation-time': String(NOW) } }))
  })
  return { nation, asked }
}

let tell: Listener = () => undefined
beforeEach(() => {
  endOnEvents((listener) => void (tell = listener))
  // The DOM of these tests has no locks; there is one tab.
  const request = (_: string, __: object, run: () => Promise<unknown>) => run()
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
})
afterEach(() => {
  vi.useRealTimers()
  useSession.setState({ status: 'unknown', user: null })
  vi.unstubAllGlobals()
})

describe('a browser that is signed in', () => {
  it('is signed out at once when the nation says that the sessions were ended elsewhere', async () => {
    const { nation } = serve()
    await refreshSession()
    const uid = useSession.getState().user?.uid ?? ''
    expect(useSession.getState().status).toBe('signed-in')
    Object.assign(nation.answers, { 'auth.refresh': () => refuse(401, 'session_ended', 'This session has ended.') })
    tell({ kind: 'auth.signed-out-everywhere', subject: uid })
    await vi.waitFor(() => expect(useSession.getState()).toMatchObject({ status: 'signed-out', user: null }), {
      timeout: 15_000,
    })
  })

  it.each([
    ['what was written in the messenger', 'nation.messenger.draft.x.citizens'],
    ['when the citizen was here', 'nation.visits.x'],
    ['what waited for the citizen', 'nation.day'],
  ])('forgets %s when it is signed out, and not when no server answers', async (_, key) => {
    const { nation } = serve()
    await refreshSession()
    localStorage.setItem(key, 'half a sentence')
    Object.assign(nation.answers, { 'auth.refresh': () => refuse(503, 'busy', 'The nation is busy.') })
    vi.useFakeTimers()
    const refreshing = refreshSession()
    await vi.advanceTimersByTimeAsync(10_000)
    await refreshing
    vi.useRealTimers()
    expect(localStorage.getItem(key)).toBe('half a sentence')
    Object.assign(nation.answers, { 'auth.refresh': () => refuse(401, 'session_ended', 'This session has ended.') })
    await refreshSession()
    expect(localStorage.getItem(key)).toBeNull()
  })

  it.each(['interview.i', 'candidacy', 'task.t'])(
    'keeps a draft (%s) when the session ends by itself, and forgets it when its citizen signs out',
    async (of) => {
      const { nation } = serve()
      const answer = nation.answers['auth.refresh']!
      await refreshSession()
      const key = `nation.draft.${of}.${useSession.getState().user!.uid}`
      const another = `nation.draft.${of}.another`
      localStorage.setItem(key, 'half a sentence')
      localStorage.setItem(another, 'of another citizen')
      Object.assign(nation.answers, { 'auth.refresh': () => refuse(401, 'session_ended', 'This session has ended.') })
      await refreshSession()
      expect(useSession.getState().status).toBe('signed-out')
      expect(localStorage.getItem(key)).toBe('half a sentence')
      Object.assign(nation.answers, { 'auth.refresh': answer })
      await refreshSession()
      await signOut()
      expect(useSession.getState().status).toBe('signed-out')
      expect(localStorage.getItem(key)).toBeNull()
      expect(localStorage.getItem(another)).toBe('of another citizen')
    },
  )

  const refusals: [string, () => Response][] = [
    ['a rate limit', () => Response.json(refuse(429, 'rate_limited', 'Too many requests.').body, { status: 429 })],
    ['a page of a proxy that lets nobody through', () => new Response('<html>Forbidden</html>', { status: 403 })],
    ['a page of a proxy that wants a sign-in of its own', () => new Response('<html>Sign in</html>', { status: 401 })],
    ['a page of a proxy that knows no such address', () => new Response('<html>Not Found</html>', { status: 404 })],
  ]

  it.each(refusals)('stays signed in at %s, in every tab, with its drafts and unsent messages', async (_, refusal) => {
    const { nation } = serve()
    const answered = globalThis.fetch
    const other = channelOfTabs('nation-session')!
    const heard: unknown[] = []
    other.addEventListener('message', ({ data }) => heard.push(data))
    const stop = startSession()
    await refreshSession()
    const { uid } = useSession.getState().user!
    const kept = ['nation.messenger.draft.x.citizens', 'nation.messenger.out.x.1']
    for (const key of kept) localStorage.setItem(key, 'half a sentence')
    vi.stubGlobal('fetch', () => Promise.resolve(refusal()))
    await refreshSession()
    expect(useSession.getState()).toMatchObject({ status: 'signed-in' })
    expect(kept.map((key) => localStorage.getItem(key))).toEqual(['half a sentence', 'half a sentence'])
    // The other tabs heard who signed in, and hear next that the session is over.
    vi.stubGlobal('fetch', answered)
    Object.assign(nation.answers, { 'auth.refresh': () => refuse(401, 'session_reused', 'This session has ended.') })
    await refreshSession()
    await vi.waitFor(() => expect(heard).toEqual([{ signedIn: uid }, 'signed-out']), { timeout: 15_000 })
    stop()
    expect(kept.map((key) => localStorage.getItem(key))).toEqual([null, null])
    other.close()
  })

  it('asks again when the server said it may, and not before', async () => {
    const { asked } = serve()
    await refreshSession()
    const answered = globalThis.fetch
    vi.useFakeTimers()
    vi.stubGlobal('fetch', () => {
      asked.push('refused')
      return Promise.resolve(new Response('', { status: 429, headers: { 'retry-after': '50' } }))
    })
    await refreshSession()
    const refreshes = () => asked.filter((url) => url !== '/api/logs').length
    const before = refreshes()
    vi.stubGlobal('fetch', answered)
    await vi.advanceTimersByTimeAsync(49_000)
    await refreshSession()
    expect(refreshes()).toBe(before)
    await vi.advanceTimersByTimeAsync(22_000)
    vi.useRealTimers()
    expect(refreshes()).toBe(before + 1)
    expect(useSession.getState()).toMatchObject({ status: 'signed-in' })
  })

  it('stays signed in where its own session is not the one that ended, and when it was another citizen’s', async () => {
    const { asked } = serve()
    await refreshSession()
    const uid = useSession.getState().user?.uid ?? ''
    const before = asked.length
    tell({ kind: 'auth.signed-out-everywhere', subject: 'another citizen' })
    tell({ kind: 'citizens.balance-changed', subject: uid })
    expect(asked.length).toBe(before)
    tell({ kind: 'auth.session-reused', subject: uid })
    await vi.waitFor(() => expect(asked.length).toBe(before + 1), { timeout: 15_000 })
    await refreshSession()
    expect(useSession.getState().status).toBe('signed-in')
  })
})

/**
 * A nation that judges the browser's cookie as the real one does, and a line to it: `lost` makes the change and drops the answer, `down`
 * lets nothing through.
 */
function judge(nation: ReturnType<typeof fakeNation>) {
  const began = new Date()
  const expiresAt = new Date(began.getTime() + sessionLifetimes.refresh)
  let state: SessionState = { generation: 1, seenGeneration: 0, rotatedAt: began, expiresAt, endedAt: null }
  const browser = { cookie: 1 }
  const present = (cookie: number) => {
    const now = new Date()
    const verdict = judgeRefresh(state, cookie, now)
    if (verdict === 'reused' || verdict === 'ended') state = { ...state, endedAt: now }
    else state = { ...state, ...afterRefresh(state, cookie, verdict, now) }
    return verdict
  }
  const line: { is: 'up' | 'down' | 'lost' } = { is: 'up' }
  const init: RequestInit[] = []
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
    if (!url.includes('refresh')) return Promise.resolve(Response.json({ success: true }))
    init.push(request)
    if (line.is === 'down') return Promise.reject(new TypeError('Failed to fetch'))
    const verdict = present(browser.cookie)
    if (line.is === 'lost') return Promise.reject(new TypeError('Failed to fetch'))
    if (verdict === 'reused' || verdict === 'ended')
      return Promise.resolve(Response.json(refuse(401, `session_${verdict}`, 'Over.').body, { status: 401 }))
    browser.cookie = state.generation
    const answer = nation.answers['auth.refresh']!({}) as object
    const headers = { 'x-nation-time': String(Date.now()) }
    return Promise.resolve(Response.json({ ...answer, expiresAt: Date.now() + sessionLifetimes.access }, { headers }))
  })
  return { line, init, browser, present }
}

describe('a browser that lost the answer to a refresh', () => {
  const written = 'nation.messenger.out.x.1'
  const outage = async (lasts: number) => {
    vi.useFakeTimers()
    const nation = judge(fakeNation({ now: NOW, as: 'citizen' }))
    await refreshSession()
    localStorage.setItem(written, 'half a sentence')
    // The access token is renewed; the first attempt is made and its answer lost, nothing comes through after it.
    nation.line.is = 'lost'
    await vi.advanceTimersByTimeAsync(sessionLifetimes.access - 45_000)
    nation.line.is = 'down'
    await vi.advanceTimersByTimeAsync(lasts)
    nation.line.is = 'up'
    await vi.advanceTimersByTimeAsync(41_000)
    return nation
  }

  it.each([
    ['within the grace', 5000, 2],
    ['past the grace', 60_000, 4],
    ['of an hour', 3_600_000, 4],
  ])('is signed in after an outage %s, with its messages', async (_, lasts, generation) => {
    const { browser, init } = await outage(lasts)
    expect(init.length).toBeGreaterThan(3)
    expect(useSession.getState().status).toBe('signed-in')
    expect(localStorage.getItem(written)).toBe('half a sentence')
    expect(browser.cookie).toBe(generation)
  })

  it('knows its citizen on the next visit where the first refresh of this one failed by something that passes', async () => {
    vi.useFakeTimers()
    const { line } = judge(fakeNation({ now: NOW, as: 'citizen' }))
    await refreshSession()
    const user = useSession.getState().user!
    const { username } = user
    remember(user)
    useSession.setState({ status: 'unknown', user: null })
    line.is = 'down'
    const refreshing = refreshSession()
    await vi.advanceTimersByTimeAsync(10_000)
    await refreshing
    expect(useSession.getState().status).toBe('signed-out')
    expect([useAuth.getState().isAuthenticated, useUser.getState().user?.username]).toEqual([true, username])
    line.is = 'up'
    await signOut()
    expect([useAuth.getState().isAuthenticated, useUser.getState().user]).toEqual([false, null])
  })

  it('is signed out when somebody else came with the answer that it lost', async () => {
    const { present } = await outage(60_000)
    // The thief's copy of the cookie that was replaced.
    expect(present(2)).toBe('reused')
    await refreshSession()
    expect(useSession.getState().status).toBe('signed-out')
    expect(localStorage.getItem(written)).toBeNull()
  })

  it('asks in such a way that the answer reaches the browser after the page has gone', async () => {
    const { init } = judge(fakeNation({ now: NOW, as: 'citizen' }))
    await refreshSession()
    expect(init.map(({ keepalive }) => keepalive)).toEqual([true])
  })
})

/** What the server leaves in the browser with a session. */
const here = (value: 0 | 1) => void (document.cookie = `nation_here_test=${value}`)

describe('a tab that was open before the sign-in in another one', () => {
  let stop = () => {}
  let other: BroadcastChannel
  let told: unknown[]
  const refreshes = (asked: readonly string[]) => asked.filter((url) => url.includes('refresh')).length

  beforeEach(() => {
    told = []
    other = channelOfTabs('nation-session')!
    other.addEventListener('message', ({ data }) => told.push(data))
    here(0)
  })
  afterEach(() => {
    stop()
    other.close()
    here(0)
  })

  it('is signed in with it, and asks no more when it hears of the citizen that it knows', async () => {
    const { asked } = serve()
    stop = startSession()
    expect(useSession.getState().status).toBe('signed-out')
    here(1)
    other.postMessage({ signedIn: 'a citizen' })
    await vi.waitFor(() => expect(useSession.getState().status).toBe('signed-in'), { timeout: 15_000 })
    const { uid } = useSession.getState().user!
    await vi.waitFor(() => expect(told).toEqual([{ signedIn: uid }]), { timeout: 15_000 })
    other.postMessage({ signedIn: uid })
    // Messages keep their order: when this one is heard, that one was.
    other.postMessage('signed-out')
    await vi.waitFor(() => expect(useSession.getState().status).toBe('signed-out'), { timeout: 15_000 })
    expect([refreshes(asked), told]).toEqual([1, [{ signedIn: uid }]])
  })

  it.each([
    ['comes to the front', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['comes back from the browser’s cache of pages', () => dispatchEvent(new Event('pageshow'))],
  ])('is signed in when it %s, where it heard nothing, and signed out so', async (_, come) => {
    const { nation, asked } = serve()
    stop = startSession()
    come()
    expect(refreshes(asked)).toBe(0)
    here(1)
    come()
    await vi.waitFor(() => expect(useSession.getState().status).toBe('signed-in'), { timeout: 15_000 })
    come()
    expect(refreshes(asked)).toBe(1)
    here(0)
    Object.assign(nation.answers, { 'auth.refresh': () => refuse(401, 'unauthenticated', 'No one is signed in.') })
    come()
    await vi.waitFor(() => expect(useSession.getState().status).toBe('signed-out'), { timeout: 15_000 })
  })
})

describe('a profile that was read', () => {
  it('does not bring a citizen back who signed out meanwhile', async () => {
    serve()
    vi.useFakeTimers()
    await refreshSession()
    await vi.advanceTimersByTimeAsync(31_000)
    const answered = globalThis.fetch
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url.includes('/user')) await held
      return answered(url, init)
    })
    const reading = refetchUser()
    await signOut()
    answer()
    await reading
    expect(useSession.getState()).toMatchObject({ status: 'signed-out', user: null })
  })

  it('is replaced by the newer one that comes with a token, and kept nowhere that did not read it', async () => {
    serve()
    await refreshSession()
    const user = useSession.getState().user!
    const queryKey = ['user.get-user', { uid: user.uid }]
    expect(queryClient.getQueryData(queryKey)).toBeUndefined()
    queryClient.setQueryData(queryKey, { success: true, user: { ...user, governmentRole: null, username: 'Before' } })
    await refreshSession()
    expect(queryClient.getQueryData(queryKey)).toMatchObject({ user: { username: user.username } })
  })
})
