import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeNation, refuse } from '../../testing/fake-nation'
import { endOnEvents, refreshSession, useSession } from './session'

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
  const request = (_: string, run: () => Promise<unknown>) => run()
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
})
afterEach(() => {
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
