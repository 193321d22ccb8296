import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runInThisContext } from 'node:vm'
import { act, screen, waitFor } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useClosedMessages } from '../features/broadcasts/closed-messages'
import { useLive } from '../lib/live/live'
import { queryClient } from '../lib/query/query'
import { noteReach } from '../lib/reach'
import { createMemoryRouter } from '../lib/router'
import { clearServerTime, learnServerTime } from '../lib/server-time'
import { useSession } from '../lib/session/session'
import { useUi } from '../lib/store/ui'
import { fakeNation } from '../testing/fake-nation'
import { renderAt } from '../testing/render-at'
import { toast } from '../ui'
import { useToasts } from '../ui/toasts/toast'
import { App } from './App'
import { renderFirstView } from './first-view'
import { screens } from './routes'
import { Screens } from './Screens'
import { fillStorage } from '../testing/full-storage'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

let served: string
let place: HTMLElement
let root: Root | undefined

/** Everything that the home page asks is answered and cached, as by a page that was open before. */
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
  if (place.innerHTML !== markup) place.innerHTML = markup
  const router = createMemoryRouter(screens, at)
  await act(async () => {
    root = hydrateRoot(
      place,
      <App>
        <Screens router={router} />
      </App>,
      { onRecoverableError: (error) => void differences.push(String(error)) },
    )
  })
  return differences
}

beforeAll(() => {
  queryClient.clear()
  served = renderFirstView()
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
  clearServerTime()
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
    'has read that the news is out, and closed it',
    async () => {
      await everythingIsKnown('visitor')
      useClosedMessages.getState().close('01890a5d-ac96-774b-bcce-b302099a8051')
    },
  ],
  ['hears events', () => useLive.setState({ live: true })],
  ['reaches no server', () => noteReach(false)],
  ['is offline', () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
  ['has another clock than the nation', () => learnServerTime(String(NOW), 0, 10)],
  ['has something to announce', () => toast.error('The sign-in did not succeed. Please try again.')],
]

/** What a link, button or field of the served page does before the app is there; null where nothing would happen. */
function whatItDoesEarly(control: Element): string | null {
  const words = control.getAttribute('aria-label') ?? control.textContent
  const href = control.getAttribute('href')
  if (control.localName === 'a' && href) return `${words}: goes to ${href}`
  const early = control.getAttribute('data-early')
  if (early === 'enter') return `${words}: opens the gate`
  return early === null ? null : `${words}: waits for the app, which presses it`
}

/** Lets `public/first-paint.js` run in a page that was served with this markup. */
function serve(markup: string): void {
  place.innerHTML = markup
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(document.createElement('script'))
  runInThisContext(readFileSync(path.join(import.meta.dirname, '../../public/first-paint.js'), 'utf8'))
}

const nextFrame = () => new Promise(requestAnimationFrame)

describe('before the app is there', () => {
  const root = document.documentElement
  const early = (name: string) => place.querySelector<HTMLElement>(`[data-early="${name}"]`)!
  const entered = () => JSON.parse(localStorage.getItem('ui') ?? 'null') as unknown
  afterEach(() => {
    document.dispatchEvent(new CustomEvent('nation:take-over', { detail: {} }))
    root.removeAttribute('data-entered')
  })

  it('every link and button of the served page does what it says, or waits for the app', () => {
    place.innerHTML = served
    const controls = place.querySelectorAll(
      'a, button, input, select, textarea, summary, [role="button"], [role="link"], [tabindex]:not([tabindex="-1"])',
    )
    const seen = [...controls].filter((control) => !control.closest('[data-remembered-line]'))
    expect(seen.map(whatItDoesEarly)).toEqual([
      'Skip to content: goes to #main',
      'Nation, home: goes to /',
      'HOME: goes to /',
      'RULES: goes to /rules',
      'PARTICIPATION: goes to /participation',
      'Ways to take part: waits for the app, which presses it',
      'Elections: goes to /elections',
      'Vote Hub: goes to /vote',
      'Interviews: goes to /interviews',
      'GOV STAFF: goes to /gov-staff',
      'BANK: goes to /bank',
      'MESSENGER: goes to /messenger',
      'Colour scheme: System. Switch to Light: waits for the app, which presses it',
      'Menu: waits for the app, which presses it',
      'Connect with Twitter: waits for the app, which presses it',
      'Learn More: goes to #how',
      'Government Building: goes to /gov-staff',
      'Law Building: goes to /rules',
      'All government staff: goes to /gov-staff',
      'stand: goes to /elections/create-profile',
      'Connect with Twitter: waits for the app, which presses it',
      'Learn More: goes to #how',
      'Constitution: goes to /rules',
      'Government: goes to /gov-staff',
      'Vote: goes to /vote',
      'Elections: goes to /elections',
      'Gazette: goes to /gazette',
      'Enter: opens the gate',
      'Read the Rules: goes to /rules',
    ])
    for (const to of ['#main', '#how']) expect(place.querySelector(to), to).toBeTruthy()
  })

  it.each([
    [
      'a citizen whose session lasts',
      'nation_here_3000=1',
      { state: { user: { username: 'ada_citizen' } } },
      '"ada_citizen"',
    ],
    ['no citizen whose session ended', 'other=1', { state: { user: { username: 'ada_citizen' } } }, ''],
    [
      'no citizen by a name that is more than words',
      'nation_here_3000=1',
      { state: { user: { username: 'a"; }' } } },
      '',
    ],
    ['no citizen where nothing is remembered', 'nation_here_3000=1', null, ''],
    ['no citizen where one without a name is remembered', 'nation_here_3000=1', { state: { user: {} } }, ''],
  ] as const)('greets %s by name', (_, cookie, user, name) => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookie)
    localStorage.setItem('user', JSON.stringify(user))
    serve(served)
    expect(root.style.getPropertyValue('--here-name')).toBe(name)
    expect(root.hasAttribute('data-here')).toBe(cookie.startsWith('nation_here'))
    root.style.removeProperty('--here-name')
    root.removeAttribute('data-here')
    localStorage.removeItem('user')
    vi.restoreAllMocks()
  })

  const line = { title: 'Your vote for 3 offices', detail: 'President', to: '/elections', action: 'Open your ballot' }
  const remembered = {
    uid: 'ada',
    at: Date.now() - 3_600_000,
    lines: [
      { ...line, until: Date.now() + 3_600_000 },
      { ...line, title: '<b>A poll</b> asks', to: '/vote?poll=1', until: null },
    ],
  }
  const shown = () => [...place.querySelectorAll('[data-remembered] li')].map((item) => item.textContent.trim())

  function serveTo(uid: string, day: unknown): void {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('nation_here_3000=1')
    localStorage.setItem('user', JSON.stringify({ state: { user: { uid, username: 'Ada' } } }))
    localStorage.setItem('nation.day', JSON.stringify(day))
    serve(served)
    document.dispatchEvent(new Event('DOMContentLoaded'))
  }

  afterEach(() => {
    root.removeAttribute('data-here')
    root.removeAttribute('data-remembers')
    root.style.removeProperty('--here-name')
    localStorage.removeItem('user')
    localStorage.removeItem('nation.day')
  })

  it('what waited when the citizen was last here is shown, with links that work, and the app takes it over', async () => {
    serveTo('ada', remembered)
    expect(root.hasAttribute('data-remembers')).toBe(true)
    expect(shown()).toHaveLength(2)
    expect(shown()[0]).toMatch(/^Your vote for 3 offices ?President.*Open your ballot$/s)
    expect(shown()[1]).toContain('<b>A poll</b> asks')
    const links = [...place.querySelectorAll('[data-remembered] a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/elections', '/vote?poll=1'])
    useSession.setState({ status: 'unknown', user: null })
    expect(await takeOver(place.innerHTML)).toEqual([])
    expect(shown()).toHaveLength(2)
  })

  const [first] = remembered.lines
  it.each<[string, unknown, string?]>([
    ['of another citizen', remembered, 'grace'],
    ['of more than a day ago', { ...remembered, at: Date.now() - 86_400_001 }],
    ['of the time to come', { ...remembered, at: Date.now() + 60_000 }],
    ['whose voting has closed since', { ...remembered, lines: [first, { ...first, until: Date.now() - 1 }] }],
    ['without sense', { uid: 'ada', at: Date.now(), lines: 'none' }],
    ['without lines', { uid: 'ada', at: Date.now() }],
    ['that is nothing', null],
  ])('a day %s is not shown', async (_, day, uid = 'ada') => {
    serveTo(uid, day)
    expect(root.hasAttribute('data-remembers')).toBe(false)
    expect(shown()).toEqual([])
    expect(await takeOver(place.innerHTML)).toEqual([])
  })

  it.each(['//evil.example', 'https://evil.example', 'javascript:alert(1)', '/\\evil.example', '/\t/evil.example'])(
    'a remembered line leads nowhere else: %s',
    (to) => {
      serveTo('ada', { ...remembered, lines: [{ ...line, to, until: null }] })
      expect(place.querySelector('[data-remembered] a')?.getAttribute('href')).toBe('/')
    },
  )

  it('a visitor who enters has entered, and the app shows no gate', async () => {
    localStorage.setItem('ui', JSON.stringify({ state: { darkMode: 'dark' }, version: 2 }))
    serve(served)
    early('enter').click()
    expect(root.hasAttribute('data-entered')).toBe(true)
    expect(document.activeElement).toBe(place.querySelector('main'))
    expect(entered()).toEqual({ state: { darkMode: 'dark', consentAccepted: true }, version: 2 })
    expect(await takeOver(place.innerHTML)).toEqual([])
    expect(useUi.getState().consentAccepted).toBe(true)
    expect(place.querySelector('[data-gate]')).toBeNull()
    expect(root.hasAttribute('data-entered')).toBe(false)
  })

  it('a visitor who enters in a browser that stores nothing has entered for as long as the page lasts', async () => {
    fillStorage()
    serve(served)
    early('enter').click()
    expect(root.hasAttribute('data-entered')).toBe(true)
    await takeOver(place.innerHTML)
    expect(place.querySelector('[data-gate]')).toBeNull()
  })

  it('a button shows that it waits, and is pressed once by the app, however often it was pressed', async () => {
    useUi.setState({ consentAccepted: true })
    serve(served)
    for (const name of ['scheme', 'menu', 'menu']) early(name).click()
    expect([early('scheme'), early('menu')].map((one) => one.getAttribute('aria-busy'))).toEqual(['true', 'true'])
    await takeOver(place.innerHTML)
    expect(screen.getByRole('button', { name: /^Colour scheme: Light/ }).hasAttribute('aria-busy')).toBe(false)
    expect(screen.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('true')
  })

  it('a sign-in waits until it is known who is there', async () => {
    const go = vi.spyOn(location, 'assign').mockImplementation(() => {})
    useUi.setState({ consentAccepted: true })
    useSession.setState({ status: 'unknown', user: null })
    serve(served)
    early('sign-in').click()
    await takeOver(place.innerHTML)
    expect(go).not.toHaveBeenCalled()
    act(() => useSession.setState({ status: 'signed-out' }))
    await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('returnTo=%2Felections')))
  })

  it('a sign-in that was pressed by a citizen who is signed in leads nowhere', async () => {
    const go = vi.spyOn(location, 'assign').mockImplementation(() => {})
    await everythingIsKnown('citizen')
    useUi.setState({ consentAccepted: true })
    const { user } = useSession.getState()
    useSession.setState({ status: 'unknown', user: null })
    serve(served)
    early('sign-in').click()
    await takeOver(place.innerHTML)
    await act(async () => useSession.setState({ status: 'signed-in', user }))
    expect(screen.getByRole('button', { name: 'PROFILE' })).toBeTruthy()
    expect(place.querySelector('[aria-busy="true"][data-early]')).toBeNull()
    expect(go).not.toHaveBeenCalled()
  })

  it('the menu and the colour scheme wait for the app alone, and not for who is there', async () => {
    useUi.setState({ consentAccepted: true })
    useSession.setState({ status: 'unknown', user: null })
    serve(served)
    early('menu').click()
    await takeOver(place.innerHTML)
    expect(screen.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('true')
  })

  it('when the app does not come, nothing waits any more, and the page can be loaded again', () => {
    const reload = vi.fn()
    vi.stubGlobal('location', { ...location, reload })
    serve(served)
    early('menu').click()
    document.dispatchEvent(new Event('nation:no-app'))
    document.dispatchEvent(new Event('nation:no-app'))
    expect(early('menu').hasAttribute('aria-busy')).toBe(false)
    const notices = [...document.querySelectorAll('[data-no-app][role="alert"]')]
    expect(notices.map(({ textContent }) => textContent)).toEqual([
      'The page did not load completely. Check your connection, then load it again.Load again',
    ])
    const again = screen.getByRole('button', { name: 'Load again' })
    early('menu').click()
    expect(document.activeElement).toBe(again)
    expect(early('menu').hasAttribute('aria-busy')).toBe(false)
    again.click()
    expect(reload).toHaveBeenCalledOnce()
    early('enter').click()
    expect(root.hasAttribute('data-entered')).toBe(true)
    notices[0]?.remove()
  })

  it('nothing is pressed twice once the app is there', async () => {
    useUi.setState({ consentAccepted: true })
    serve(served)
    await takeOver(place.innerHTML)
    early('menu').click()
    await waitFor(() => expect(early('menu').getAttribute('aria-expanded')).toBe('true'))
    expect(early('menu').hasAttribute('aria-busy')).toBe(false)
  })

  it('keyboard and screen reader begin inside the gate, and stay where they are when the app takes over', async () => {
    serve(served)
    document.dispatchEvent(new Event('DOMContentLoaded'))
    await nextFrame()
    expect(document.activeElement?.getAttribute('role')).toBe('dialog')
    const shell = place.querySelector<HTMLElement>('[data-behind-gate]')!
    expect(shell.inert).toBe(true)
    early('enter').focus()
    await takeOver(place.innerHTML)
    await nextFrame()
    expect(document.activeElement).toBe(early('enter'))
    expect(shell.inert).toBe(true)
    early('enter').click()
    await waitFor(() => expect(shell.inert).toBe(false))
  })
})

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

  it('does not draw in one piece who is there, when that is known while it is taken over', async () => {
    await everythingIsKnown('citizen')
    const { user } = useSession.getState()
    useSession.setState({ status: 'unknown', user: null })
    await takeOver(served)
    const skeletons = place.innerHTML
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    useSession.setState({ status: 'signed-in', user })
    // React draws what an external store says within this task.
    await Promise.resolve()
    expect(place.innerHTML).toBe(skeletons)
    await waitFor(() => expect(screen.getByRole('button', { name: 'PROFILE', hidden: true })).toBeTruthy())
  })

  it('shows what was known already as soon as it was taken over', async () => {
    await everythingIsKnown('citizen')
    expect(await takeOver(served)).toEqual([])
    expect(screen.getAllByText('1,284').length).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: 'PROFILE', hidden: true })).toBeTruthy()
  })

  it('is distinguished from one that differs: or this test would find nothing', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await takeOver(served.replace('Total Citizens', 'Total citizens'))).not.toEqual([])
  })
})
