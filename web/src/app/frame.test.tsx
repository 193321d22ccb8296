import { patternAt } from '@nation/domain/pages'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { noteReach } from '../lib/reach'
import { useSession } from '../lib/session/session'
import { useUi } from '../lib/store/ui'
import { fakeNation } from '../testing/fake-nation'
import { renderAt } from '../testing/render-at'
import { ErrorBoundary, NationTheme } from '../ui'
import { ErrorScreen, FatalError } from './ErrorScreen'
import { Island } from './Island'
import { isBuilt } from '../lib/built'
import { builtOf, headerItems } from './navigation'
import { screens } from './routes'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

describe('the consent gate', () => {
  const atTheGate = (path: string) => {
    useUi.setState({ consentAccepted: false })
    return renderAt(path, fakeNation({ now: NOW }), NOW)
  }

  it('stands before a visitor who has not entered, and everything else waits behind it', async () => {
    const { container } = atTheGate('/')
    const gate = await screen.findByRole('dialog', { name: 'Entering Nation' })
    expect(container.querySelector('header')!.closest('[inert]')).toBeTruthy()
    expect(gate.closest('[inert]')).toBeNull()
    expect(document.activeElement).toBe(gate)
  })

  it('is not opened by Escape', async () => {
    atTheGate('/')
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' })
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(useUi.getState().consentAccepted).toBe(false)
  })

  it('keeps the keyboard inside', async () => {
    atTheGate('/')
    const gate = await screen.findByRole('dialog')
    const [enter, rules] = [
      screen.getByRole('button', { name: 'Enter' }),
      screen.getByRole('link', { name: 'Read the Rules' }),
    ]
    await waitFor(() => expect(gate.contains(document.activeElement)).toBe(true))
    fireEvent.keyDown(gate, { key: 'Tab', shiftKey: true })
    expect(document.activeElement).toBe(rules)
    fireEvent.keyDown(rules, { key: 'Tab' })
    expect(document.activeElement).toBe(enter)
    fireEvent.keyDown(enter, { key: 'Tab', shiftKey: true })
    expect(document.activeElement).toBe(rules)
  })

  it('opens with Enter, and stays open in this browser', async () => {
    const { container } = atTheGate('/gov-staff')
    fireEvent.click(await screen.findByRole('button', { name: 'Enter' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(container.querySelector('[inert]')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('main'))
    expect(JSON.parse(localStorage.getItem('ui')!)).toMatchObject({ state: { consentAccepted: true } })
  })

  it('lets the rules be read in front of it, and is back on the next page', async () => {
    const { router } = atTheGate('/')
    fireEvent.click(await screen.findByRole('link', { name: 'Read the Rules' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.pathname).toBe('/rules')
    expect(useUi.getState().consentAccepted).toBe(false)
    await act(() => router.navigate('/gov-staff'))
    expect(await screen.findByRole('dialog', { name: 'Entering Nation' })).toBeTruthy()
  })
})

describe('every screen', () => {
  const paths = screens.map(({ path, index }) => (index ? '/' : `/${path}`))

  it.each(paths.filter((path) => path !== '/*' && path !== '/dev/gallery'))(
    'has words for the head of its page: %s',
    (path) => expect(patternAt(path.replace(':first?', 'c').replace(/:\w+\??/g, 'some-id'))).not.toBeNull(),
  )
})

describe('navigation', () => {
  const built = [{ index: true }, { path: 'gov-staff' }, { path: 'gov-official/:id' }, { path: '*' }]

  it('leads only to screens that are built', () => {
    expect(builtOf(headerItems, built).map(({ label }) => label)).toEqual(['HOME', 'GOV STAFF'])
    expect(isBuilt('/gov-official/1', built)).toBe(true)
    expect(isBuilt('/bank', built)).toBe(false)
  })

  it('opens as a menu, and closes by Escape, by a press elsewhere and by going on', async () => {
    const { router } = renderAt('/gov-staff', fakeNation({ now: NOW }), NOW)
    const menu = await screen.findByRole('button', { name: 'Menu' })
    const isOpen = () => menu.getAttribute('aria-expanded')
    const onPage = (name: string) => waitFor(() => expect(link(name).getAttribute('aria-current')).toBe('page'))
    const link = (name: string) => screen.getByRole('link', { name })
    fireEvent.click(menu)
    expect(isOpen()).toBe('true')
    fireEvent.keyDown(menu, { key: 'Escape' })
    expect(isOpen()).toBe('false')
    expect(document.activeElement).toBe(menu)
    fireEvent.click(menu)
    fireEvent.pointerDown(document.body)
    expect(isOpen()).toBe('false')
    // The rest of the page is dimmed by a drawing of the header's own.
    fireEvent.click(menu)
    fireEvent.pointerDown(screen.getByRole('banner'))
    // Not before the click: it would hit what lies below.
    expect(isOpen()).toBe('true')
    fireEvent.click(screen.getByRole('banner'))
    expect(isOpen()).toBe('false')
    fireEvent.click(menu)
    menu.focus()
    screen.getByRole('link', { name: 'HOME' }).focus()
    expect(isOpen()).toBe('true')
    act(() => screen.getByRole('link', { name: 'Skip to content' }).focus())
    expect(isOpen()).toBe('false')
    fireEvent.click(menu)
    fireEvent.click(link('GOV STAFF'))
    // Also where one is: nothing else would be seen of the press.
    expect(isOpen()).toBe('false')
    expect(document.activeElement).toBe(menu)
    fireEvent.click(menu)
    // A tap gives a link no focus on some phones.
    ;(document.activeElement as HTMLElement).blur()
    fireEvent.click(link('HOME'))
    await onPage('HOME')
    expect(isOpen()).toBe('false')
    act(() => router.navigator.go(-1))
    await onPage('GOV STAFF')
    expect(isOpen()).toBe('false')
  })
})

describe('the frame', () => {
  it('greets visitors with what the nation is and how to join', async () => {
    renderAt('/', fakeNation({ now: NOW }), NOW)
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Connect with Twitter' }).length).toBeGreaterThan(0)
    expect(screen.getAllByRole('link', { name: 'Learn More' }).length).toBeGreaterThan(0)
    for (const step of ['Hold $ON', 'Vote Weekly', 'See Change'])
      expect(screen.getByRole('heading', { name: step })).toBeTruthy()
    expect((await screen.findAllByText('1,284')).length).toBeGreaterThan(0)
  })

  it('offers citizens the elections, and marks the page they are on', async () => {
    renderAt('/gov-staff', fakeNation({ now: NOW, as: 'citizen' }), NOW)
    expect(await screen.findByRole('button', { name: 'PROFILE' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'GOV STAFF' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('link', { name: 'HOME' }).getAttribute('aria-current')).toBeNull()
  })

  it('seats nine offices around the table, vacant ones too', async () => {
    renderAt('/gov-staff', fakeNation({ now: NOW }), NOW)
    expect(await screen.findByText('Position Vacant')).toBeTruthy()
    expect(screen.getAllByRole('article')).toHaveLength(9)
    expect(screen.getByRole('link', { name: 'Run for Office' }).getAttribute('href')).toBe('/elections')
  })

  it('opens the ID card with the citizen number and the way out', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    renderAt('/gov-staff', nation, NOW)
    fireEvent.click(await screen.findByRole('button', { name: 'PROFILE' }))
    expect(await screen.findByText('Citizen number')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Sign out everywhere' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(await screen.findByRole('button', { name: 'CONNECT' })).toBeTruthy()
  })

  it('lets visitors connect a wallet by signing in first, and asks for the wallet when they are back', async () => {
    const go = vi.spyOn(location, 'assign').mockImplementation(() => {})
    const { unmount } = renderAt('/rules', fakeNation({ now: NOW }), NOW)
    const wallet = () => screen.findByRole('button', { name: 'Connect Wallet' })
    fireEvent.click(await wallet())
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(go).not.toHaveBeenCalled()
    fireEvent.click(await wallet())
    fireEvent.click(await screen.findByRole('button', { name: 'Connect with Twitter' }))
    await waitFor(() => expect(go).toHaveBeenCalledWith(expect.stringMatching(/^\/api\/auth\/x\/login\?returnTo=/)))
    unmount()
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    renderAt('/rules', nation, NOW)
    expect(await screen.findByRole('dialog', { name: 'Connect Wallet' })).toBeTruthy()
    go.mockRestore()
  })

  it('goes round the colour schemes and remembers the choice', async () => {
    renderAt('/gov-staff', fakeNation({ now: NOW }), NOW)
    const scheme = await screen.findByRole('button', { name: /^Colour scheme: System/ })
    fireEvent.click(scheme)
    fireEvent.click(await screen.findByRole('button', { name: /^Colour scheme: Light/ }))
    expect(await screen.findByRole('button', { name: /^Colour scheme: Dark/ })).toBeTruthy()
    expect(JSON.parse(localStorage.getItem('ui')!)).toMatchObject({ state: { darkMode: 'dark' }, version: 2 })
  })

  it('says so where there is nothing', async () => {
    renderAt('/nowhere', fakeNation({ now: NOW }), NOW)
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  })

  it('stands by when a screen breaks', async () => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => {})
    const Broken = () => {
      throw new Error('broken')
    }
    const router = createMemoryRouter([{ path: '/', Component: Broken, errorElement: <ErrorScreen /> }])
    render(
      <NationTheme env="test">
        <RouterProvider router={router} />
      </NationTheme>,
    )
    expect(await screen.findByText('Oops! Something went wrong')).toBeTruthy()
    expect(screen.getByText('The republic encountered an unexpected error')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go Home' })).toBeTruthy()
    silence.mockRestore()
  })
})

describe('a part that breaks', () => {
  const silence = () => vi.spyOn(console, 'error').mockImplementation(() => {})

  it('leaves the rest standing, and offers to refresh the page', () => {
    const quiet = silence()
    const Broken = () => {
      throw new Error('broken')
    }
    const router = createMemoryRouter([
      {
        path: '/',
        element: (
          <>
            <p>still here</p>
            <Island>
              <Broken />
            </Island>
          </>
        ),
      },
    ])
    render(
      <NationTheme env="test">
        <RouterProvider router={router} />
      </NationTheme>,
    )
    expect(screen.getByText('still here')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe('Something went wrongRefresh Page')
    quiet.mockRestore()
  })

  it('leaves one sentence when nothing stands any more', () => {
    const quiet = silence()
    const Broken = () => {
      throw new Error('broken')
    }
    render(
      <ErrorBoundary fallback={<FatalError />}>
        <Broken />
      </ErrorBoundary>,
    )
    expect(screen.getByText('Something went wrong. Please refresh the page to try again.')).toBeTruthy()
    quiet.mockRestore()
  })
})

describe('banners', () => {
  it('say when the nation does not answer, and that it does again', async () => {
    renderAt('/gov-staff', fakeNation({ now: NOW }), NOW)
    await screen.findByText('Position Vacant')
    act(() => noteReach(false))
    expect(screen.getByText('The nation does not answer at the moment.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try now' })).toBeTruthy()
    act(() => noteReach(true))
    expect(screen.queryByText('The nation does not answer at the moment.')).toBeNull()
  })

  it('ask for a token update where one is required, and go once the balance was read', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    nation.answers['token-balance.refresh'] = () => ({
      success: true,
      walletAddress: 'here',
      balance: '5000000000',
      decimals: 9,
      uiAmount: 5,
      known: true,
      lastKnown: false,
      readAt: NOW,
    })
    renderAt('/gov-staff', nation, NOW)
    await screen.findByText('Position Vacant')
    expect(screen.queryByText('Token Update Required')).toBeNull()
    act(() => useSession.setState(({ user }) => ({ user: user && { ...user, tokenUpdateRequired: true } })))
    expect(screen.getByText('Token Update Required')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Refresh Balance' }))
    await waitFor(() => expect(screen.queryByText('Token Update Required')).toBeNull())
  })
})
