import { act, screen, waitFor } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useClosedMessages } from '../features/broadcasts/closed-messages'
import { useLive } from '../lib/live/live'
import { queryClient } from '../lib/query/query'
import { noteReach } from '../lib/reach'
import { forgetServerTime, learnServerTime } from '../lib/server-time'
import { useSession } from '../lib/session/session'
import { useUi } from '../lib/store/ui'
import { fakeNation } from '../testing/fake-nation'
import { renderAt } from '../testing/render-at'
import { toast } from '../ui'
import { useToasts } from '../ui/toasts/toast'
import { App } from './App'
import { renderFirstView } from './first-view'
import { routes } from './routes'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

let served: string
let place: HTMLElement
let root: Root | undefined

/** Everything that the home page asks is answered and kept, as by a page that was open before. */
async function everythingIsKnown(as: 'visitor' | 'citizen'): Promise<void> {
  const { unmount } = renderAt('/', fakeNation({ now: NOW, as }), NOW)
  await waitFor(() => {
    expect(queryClient.isFetching()).toBe(0)
    expect(screen.getAllByText('1,284').length).toBeGreaterThan(0)
  })
  unmount()
}

/** Takes the served page over, as the app does. Answers where it found the page other than it would draw it. */
async function takeOver(markup: string, at = '/'): Promise<string[]> {
  const differences: string[] = []
  place.innerHTML = markup
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  await act(async () => {
    root = hydrateRoot(
      place,
      <App>
        <RouterProvider router={router} />
      </App>,
      { onRecoverableError: (error) => void differences.push(String(error)) },
    )
  })
  return differences
}

beforeAll(async () => {
  queryClient.clear()
  served = await renderFirstView()
})
beforeEach(() => {
  queryClient.clear()
  useUi.setState(useUi.getInitialState())
  useSession.setState({ status: 'signed-out', user: null })
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  place = document.body.appendChild(document.createElement('div'))
})
afterEach(async () => {
  await act(async () => root?.unmount())
  root = undefined
  place.remove()
  useUi.setState(useUi.getInitialState())
  useLive.setState({ live: false })
  useToasts.setState({ toasts: [] })
  noteReach(true)
  forgetServerTime()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** What a browser may know, or be, before it takes the served page over. */
const browsers: readonly [string, () => unknown, string?][] = [
  ['comes for the first time', () => {}],
  ['has entered before, and likes the dark', () => useUi.setState({ consentAccepted: true, darkMode: 'dark' })],
  ['likes the light, and looks for faults', () => useUi.setState({ darkMode: 'light', diagnostics: true })],
  ['follows a link into the page', () => {}, '/?signin=denied#how'],
  ['has heard from the nation already', () => everythingIsKnown('visitor')],
  [
    'is signed in, and has heard from the nation already',
    () => {
      useUi.setState({ consentAccepted: true })
      return everythingIsKnown('citizen')
    },
  ],
  [
    'was told that the news is out, and has closed it',
    async () => {
      await everythingIsKnown('visitor')
      useClosedMessages.getState().close('01890a5d-ac96-774b-bcce-b302099a8051')
    },
  ],
  ['hears events', () => useLive.setState({ live: true })],
  ['reaches nobody', () => noteReach(false)],
  ['is offline', () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
  ['has another clock than the nation', () => learnServerTime(String(NOW), 0, 10)],
  ['has something to announce', () => toast.error('The sign-in did not succeed. Please try again.')],
]

describe('the served page', () => {
  it('is the home page, with its gate and its first words', () => {
    expect(served).toContain('Entering Nation')
    expect(served).toContain('A nation that elects its government every week')
  })

  it.each(browsers)('is taken over as it stands by a browser that %s', async (_, knows, at) => {
    await knows()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    expect(await takeOver(served, at)).toEqual([])
  })

  it('shows what was known already as soon as it was taken over', async () => {
    await everythingIsKnown('citizen')
    expect(await takeOver(served)).toEqual([])
    expect(screen.getAllByText('1,284').length).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: 'PROFILE', hidden: true })).toBeTruthy()
  })

  it('is told from one that differs: or this test would find nothing', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await takeOver(served.replace('Total Citizens', 'Total citizens'))).not.toEqual([])
  })
})
