import { act, cleanup, render } from '@testing-library/react'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RouterContext, ScrollRestoration } from './use-router'
import { createBrowserRouter, createMemoryRouter } from './router'
import type { ScreenRouter } from './router'

const Home = () => null
const Bank = () => null
const Rules = () => null

/** A promise that the test resolves. */
function later<Value>() {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>((keep) => (resolve = keep))
  return { promise, resolve }
}

/** Code whose loading the test ends. */
function onDemand() {
  const { promise, resolve } = later<{ Component: ComponentType }>()
  return { resolve, lazy: () => promise }
}

const screens = (lazy: () => Promise<{ Component: ComponentType }>): RouteObject[] => [
  { index: true, Component: Home },
  { path: 'rules', Component: Rules },
  { path: 'bank', lazy },
]

const at = ({ state }: ScreenRouter) => state.location.pathname + state.location.search

describe('the router of the screens', () => {
  it('keeps the current screen until the code of the next has loaded', async () => {
    const { lazy, resolve } = onDemand()
    const router = createMemoryRouter(screens(lazy), '/')
    expect([router.state.Screen, router.state.initialized]).toEqual([Home, true])
    const going = router.navigate('/bank?q=1')
    expect(at(router)).toBe('/')
    resolve({ Component: Bank })
    await going
    expect([at(router), router.state.Screen, router.state.action]).toEqual(['/bank?q=1', Bank, 'PUSH'])
  })

  it('is initialized when the code of the first screen has loaded, and calls its listeners', async () => {
    const { lazy, resolve } = onDemand()
    const router = createMemoryRouter(screens(lazy), '/bank')
    const before = router.state
    expect(before.initialized).toBe(false)
    const received = new Promise((tell) => router.subscribe(tell))
    resolve({ Component: Bank })
    expect(await received).toMatchObject({ Screen: Bank, initialized: true })
    // A listener that knows an earlier state is called at once.
    const late = vi.fn()
    router.subscribe(late, before)
    router.subscribe(late)
    expect(late.mock.calls).toEqual([[router.state]])
  })

  it('navigates to the last request, whichever code loads first', async () => {
    const { lazy, resolve } = onDemand()
    const router = createMemoryRouter(screens(lazy), '/')
    const first = router.navigate('/bank')
    await router.navigate('/rules')
    resolve({ Component: Bank })
    await first
    expect(at(router)).toBe('/rules')
  })

  it('commits a page whose code fails to load with its error, and loads it anew the next time', async () => {
    const lazy = vi.fn<() => Promise<{ Component: ComponentType }>>()
    const error = new TypeError('Failed to fetch dynamically imported module')
    lazy.mockRejectedValueOnce(error).mockResolvedValueOnce({ Component: Bank })
    const router = createMemoryRouter(screens(lazy), '/')
    await router.navigate('/bank')
    expect([at(router), router.state.Screen, router.state.failure]).toEqual(['/bank', undefined, { error }])
    await router.navigate('/bank', { replace: true })
    expect([router.state.Screen, router.state.failure, router.state.action]).toEqual([Bank, undefined, 'REPLACE'])
  })
})

describe('a page with a blocker', () => {
  it('asks before it is left, one question at a time', async () => {
    const router = createMemoryRouter(screens(onDemand().lazy), '/')
    const { promise, resolve } = later<boolean>()
    const ask = vi.fn(() => promise)
    const stop = router.block({ blocks: (from, to) => from.pathname !== to.pathname, ask })
    await router.navigate('/?q=1')
    expect([at(router), ask.mock.calls.length]).toEqual(['/?q=1', 0])
    await router.navigate('/rules')
    await router.navigate('/rules')
    expect([at(router), ask.mock.calls.length]).toEqual(['/?q=1', 1])
    const left = new Promise((tell) => router.subscribe(tell))
    resolve(true)
    await left
    expect(at(router)).toBe('/rules')
    stop()
  })

  it('asks again once what lay over it is closed: the newest blocker first, and all that block', async () => {
    const router = createMemoryRouter(screens(onDemand().lazy), '/')
    const asked: string[] = []
    const blocker = (name: string, answers: boolean) => ({
      blocks: () => true,
      ask: () => Promise.resolve(asked.push(name) > 0 && answers),
    })
    router.block(blocker('form', false))
    const close = router.block(blocker('dialog', true))
    await router.navigate('/rules')
    await vi.waitFor(() => expect(asked).toEqual(['dialog', 'form']))
    close()
    await router.navigate('/rules')
    await vi.waitFor(() => expect(asked).toEqual(['dialog', 'form', 'form']))
    expect(at(router)).toBe('/')
  })

  it('is told whether the history goes a step, or a link is followed', async () => {
    const router = createMemoryRouter(screens(onDemand().lazy), '/')
    await router.navigate('/rules')
    const blocks = vi.fn(() => false)
    router.block({ blocks, ask: () => Promise.resolve(true) })
    await router.navigate('/rules?q=1')
    router.navigator.go(-1)
    expect(blocks.mock.calls.map((call) => (call as unknown[])[2])).toEqual([false, true])
  })

  it('reverts a Back that is refused, and goes back when it is allowed', async () => {
    const router = createMemoryRouter(screens(onDemand().lazy), '/')
    await router.navigate('/rules')
    let answer = false
    const ask = vi.fn(() => Promise.resolve(answer))
    router.block({ blocks: (from, to) => from.pathname !== to.pathname, ask })
    router.navigator.go(-1)
    expect([at(router), ask.mock.calls.length]).toEqual(['/rules', 1])
    await ask.mock.results[0]!.value
    answer = true
    const left = new Promise((tell) => router.subscribe(tell))
    router.navigator.go(-1)
    expect([at(router), ask.mock.calls.length]).toEqual(['/rules', 2])
    await left
    expect([at(router), router.state.action]).toEqual(['/', 'POP'])
    // One step was left behind, and no more.
    const forth = new Promise((tell) => router.subscribe(tell))
    router.navigator.go(1)
    await ask.mock.results[2]!.value
    await forth
    expect(at(router)).toBe('/rules')
  })
})

describe('the scroll position', () => {
  afterEach(cleanup)

  it('is restored after a reload, also when the code loads later', async () => {
    sessionStorage.setItem('scroll-positions', '{"default":340}')
    const { lazy, resolve } = onDemand()
    const router = createMemoryRouter(screens(lazy), '/bank')
    const received = new Promise((tell) => router.subscribe(tell))
    resolve({ Component: Bank })
    expect(await received).toMatchObject({ scrolled: 340 })
    sessionStorage.clear()
  })

  it('is the top of a new page, is restored on Back, and stays after a change within the page', async () => {
    // As newer browsers do.
    const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => Promise.resolve() as never)
    const router = createMemoryRouter(screens(onDemand().lazy), '/')
    const draw = () => (
      <RouterContext value={{ router, state: router.state }}>
        <ScrollRestoration />
      </RouterContext>
    )
    const { rerender } = render(draw())
    const after = async (go: () => unknown) => {
      scroll.mockClear()
      await act(async () => void (await go()))
      rerender(draw())
      return scroll.mock.calls
    }
    vi.stubGlobal('scrollY', 340)
    expect(await after(() => router.navigate('/rules'))).toEqual([[0, 0]])
    expect(await after(() => router.navigate('/rules?q=1', { preventScrollReset: true }))).toEqual([])
    expect(await after(() => router.navigator.go(-2))).toEqual([[0, 340]])
    expect(await after(() => router.navigate('/rules'))).toEqual([[0, 0]])
    vi.unstubAllGlobals()
  })
})

describe('entries of the history that the browser makes itself', () => {
  const before = { state: history.state as unknown, href: location.href }
  let stop = () => {}
  beforeEach(() => {
    sessionStorage.clear()
    history.replaceState(null, '', '/')
    const add = vi.spyOn(window, 'addEventListener')
    stop = () => {
      for (const [type, listener] of add.mock.calls) if (listener) window.removeEventListener(type, listener)
    }
  })
  afterEach(() => {
    stop()
    vi.unstubAllGlobals()
    history.replaceState(before.state, '', before.href)
    sessionStorage.clear()
  })
  /** As a pressed link with a fragment does, or a step in the history. */
  const arrive = (state: unknown, at: string) => {
    history.replaceState(state, '', at)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }
  const marks = () => history.state as { key: string; idx: number }

  it('have a scroll position each: the part that a pressed link names is shown, and Back leads to where it was pressed', () => {
    const router = createBrowserRouter(screens(onDemand().lazy))
    const first = marks()
    vi.stubGlobal('scrollY', 340)
    arrive(null, '/#how')
    expect(router.state).toMatchObject({ location: { hash: '#how', key: marks().key }, scrolled: undefined })
    const second = marks()
    vi.stubGlobal('scrollY', 1200)
    arrive(first, '/')
    expect(router.state.scrolled).toBe(340)
    arrive(second, '/#how')
    expect(router.state.scrolled).toBe(1200)
  })

  it('share no position with the first page of another visit in this tab, such as before a sign-in', () => {
    const left = createBrowserRouter(screens(onDemand().lazy))
    vi.stubGlobal('scrollY', 1800)
    left.positions.save(left.state.location.key)
    left.positions.store()
    stop()
    history.replaceState(null, '', '/rules')
    expect(createBrowserRouter(screens(onDemand().lazy)).state.scrolled).toBeUndefined()
  })

  it('are counted with the others, and keep what else is stored in them', async () => {
    history.replaceState({ reloadedForCode: true }, '')
    const router = createBrowserRouter(screens(onDemand().lazy))
    expect(marks()).toMatchObject({ reloadedForCode: true, idx: 0 })
    await router.navigate('/rules')
    arrive(null, '/rules#main')
    expect(marks().idx).toBe(2)
    // Pressed once more, it replaces its entry.
    const ask = vi.fn(() => Promise.resolve(false))
    const go = vi.spyOn(history, 'go')
    const stopAsking = router.block({ blocks: () => true, ask })
    arrive(null, '/rules#main')
    expect([marks().idx, ask.mock.calls, go.mock.calls]).toEqual([2, [], []])
    stopAsking()
    await router.navigate('/')
    expect(marks().idx).toBe(3)
  })
})
