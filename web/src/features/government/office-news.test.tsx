import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { call, explainRefusalsBy, takeTokensFrom } from '../../lib/api/client'
import { useSession } from '../../lib/session/session'
import type { OwnProfile } from '../../lib/session/session'
import { fakeNation, refuse } from '../../testing/fake-nation'
import { renderAt } from '../../testing/render-at'
import { useToasts } from '../../ui/toasts/toast'
import { QueryObserver } from '@tanstack/react-query'
import { queryClient } from '../../lib/query/query'
import { readOwnProfile } from '../../lib/session/own-profile'
import { explainRefusal, showOfficeNews } from './office-news'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const said = () => useToasts.getState().toasts.map(({ kind, message }) => `${kind}: ${message}`)

/** A screen of an administrator, of whom the nation says something else from then on. */
async function opened(now: Partial<OwnProfile>) {
  const nation = fakeNation({ now: NOW, as: 'admin' })
  renderAt('/', nation, NOW)
  const user = useSession.getState().user!
  nation.answers['user.get-user'] = () => ({ success: true, user: { ...user, ...now } })
  nation.answers['government-tasks.get-tasks'] = () => refuse(403, 'forbidden', 'Access Denied')
  takeTokensFrom({ citizen: () => null, current: () => Promise.resolve('token'), renew: () => Promise.resolve(null) })
  await screen.findAllByRole('main')
  return { nation, user }
}

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  explainRefusalsBy(explainRefusal)
})

describe('a role that was lost without a live event', () => {
  it('is read from the profile after a refusal, and the refusal says what was lost, and why', async () => {
    await opened({ isAdmin: false })
    const refusals = await act(() => Promise.allSettled([1, 2, 3].map(() => call('government-tasks.get-tasks', {}))))
    const why = 'You are no longer an administrator. Another administrator changed your role.'
    for (const refused of refusals) {
      expect(refused).toMatchObject({ status: 'rejected', reason: { status: 403, code: 'forbidden', sentence: why } })
    }
    expect(useSession.getState().user?.isAdmin).toBe(false)
  })

  it('changes nothing of a refusal of a citizen whose role stands', async () => {
    await opened({})
    const refused = await act(() => call('government-tasks.get-tasks', {}).catch((error: unknown) => error))
    expect(refused).toMatchObject({ status: 403, sentence: 'Access Denied' })
  })

  it('is asked for once where a call on screen depends on the profile and is refused each time', async () => {
    const { nation } = await opened({})
    let asked = 0
    nation.answers['candidates.mine'] = () => {
      asked++
      // A round of reading again without an end would never let the test go on.
      return asked > 5 ? refuse(404, 'not_found', 'None') : refuse(403, 'forbidden', 'Access Denied')
    }
    const isQuiet = () => queryClient.isFetching() === 0
    const shown = new QueryObserver(queryClient, {
      queryKey: ['candidates.mine', {}],
      queryFn: () => call('candidates.mine', {}),
    })
    const stop = shown.subscribe(() => {})
    await vi.waitFor(() => expect(shown.getCurrentResult().isError && isQuiet()).toBe(true), { timeout: 15_000 })
    // As long as a further refusal takes to be explained: what this one made be read again has begun by then.
    await act(() => explainRefusal())
    await vi.waitFor(() => expect(isQuiet()).toBe(true), { timeout: 15_000 })
    stop()
    expect(asked).toBe(1)
  })

  it('is said in words of an office, too', async () => {
    const { nation, user } = await opened({ isAdmin: false })
    nation.answers['government.my-term'] = () => ({
      success: true,
      term: {
        ...{ office: 'secretary', title: 'Secretary of State', startedAt: NOW - 1, how: 'elected', appointedBy: null },
        ...{ endedAt: NOW, endedHow: 'removed', endedBy: 'Piet' },
      },
    })
    await act(() =>
      showOfficeNews({ ...user, isAdmin: false, governmentRole: 'secretary' }, { ...user, isAdmin: false }),
    )
    expect(said()).toEqual(['info: You are no longer Secretary of State. Piet removed you from office.'])
  })
})

describe('an administrator', () => {
  it('who is none any more reads so on every page, also in the dashboard', async () => {
    const { user } = await opened({})
    history.replaceState(null, '', '/government')
    await act(() => showOfficeNews(user, { ...user, isAdmin: false }))
    history.replaceState(null, '', '/')
    expect(said()).toEqual(['info: You are no longer an administrator. Another administrator changed your role.'])
  })
})

describe('one’s own profile', () => {
  it('is read anew where an older reading is under way: what that one brings is not taken over', async () => {
    const { nation, user } = await opened({})
    const through = globalThis.fetch
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let first = true
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      // The answer is made when it is asked for, and comes late.
      const answer = await through(url, init)
      if (!url.startsWith('/api/user/get-user') || !first) return answer
      first = false
      await held
      return answer
    })
    const older = readOwnProfile(user.uid)
    await vi.waitFor(() => expect(first).toBe(false), { timeout: 15_000 })
    nation.answers['user.get-user'] = () => ({ success: true, user: { ...user, isAdmin: false } })
    const newer = act(() => readOwnProfile(user.uid))
    setTimeout(release)
    await Promise.all([older, newer])
    expect(useSession.getState().user?.isAdmin).toBe(false)
  })
})
