import type { ComponentType } from 'react'
import {
  matchRoutes,
  NavigationType,
  parsePath,
  UNSAFE_createBrowserHistory,
  UNSAFE_createMemoryHistory,
} from 'react-router-dom'
import type { Location, NavigateOptions, Navigator, Path, RouteObject, To } from 'react-router-dom'
import { createPositions } from './positions'

/** Where one is, and how one came there. */
export interface Place {
  readonly location: Location
  readonly action: NavigationType
  /** The screen's code. Undefined when it is not there. */
  readonly Screen: ComponentType | undefined
  /** Why the screen's code did not come. */
  readonly failure?: Failure | undefined
  /** How far down one was when one was here before, in CSS pixels. */
  readonly scrolled: number | undefined
  /** A change within the page, such as a filter: one stays where one has scrolled to. */
  readonly stays: boolean
  /** False until the code of the first screen came. */
  readonly initialized: boolean
}

interface Failure {
  readonly error: unknown
}

/** Holds a page that may not be left for another without a question. */
interface Guard {
  readonly holds: (from: Path, to: Path) => boolean
  readonly ask: () => Promise<boolean>
}

type History = ReturnType<typeof UNSAFE_createBrowserHistory> | ReturnType<typeof UNSAFE_createMemoryHistory>

/** Goes to another page once its code is there; until then the page before stays as it is. The last that is asked for counts. */
export interface ScreenRouter {
  readonly state: Place
  readonly screens: readonly RouteObject[]
  /** What the router's components navigate by. */
  readonly navigator: Navigator
  navigate(to: To, options?: NavigateOptions): Promise<void>
  /** Hears of every change, since the place that is known already. Answers how to stop. */
  subscribe(hear: (place: Place) => void, known?: Place): () => void
  /** Holds pages from now on. Answers how to stop. */
  guard(guard: Guard): () => void
  readonly positions: ReturnType<typeof createPositions>
}

const pathOf = (to: To): Path => ({
  pathname: '/',
  search: '',
  hash: '',
  ...(typeof to === 'string' ? parsePath(to) : to),
})

/**
 * The data router of React Router, without what only loaders, actions and fetchers need: that is more than half of its code
 * (decision 117). Routes are matched, and links resolved, by React Router itself.
 */
function createScreenRouter(screens: readonly RouteObject[], history: History): ScreenRouter {
  const positions = createPositions()
  const loaded = new Map<RouteObject, ComponentType>()
  const hearers = new Set<(place: Place) => void>()
  let guard: Guard | undefined
  let isAsking = false
  // One may leave: the next step goes unasked.
  let isFree = false
  // A step in the browser's history was taken back; the browser tells of that, too.
  let isUndone = false
  let latest = 0

  const routeAt = (path: Path) => matchRoutes([...screens], path.pathname)?.at(-1)?.route

  function screenAt(path: Path): ComponentType | undefined {
    const route = routeAt(path)
    return route && (route.Component ?? loaded.get(route))
  }

  /** Loads the code of a screen. Answers why it did not come. */
  async function load(path: Path): Promise<Failure | undefined> {
    const route = routeAt(path)
    try {
      const module = typeof route?.lazy === 'function' ? await route.lazy() : undefined
      if (!route || !module?.Component) throw new Error(`No screen stands at ${path.pathname}.`)
      loaded.set(route, module.Component)
      return undefined
    } catch (error) {
      return { error }
    }
  }

  const placeAt = (location: Location, action: NavigationType, stays = false, failure?: Failure): Place => {
    const Screen = screenAt(location)
    const initialized = Screen !== undefined || failure !== undefined
    return { location, action, Screen, failure, scrolled: positions.of(location.key), stays, initialized }
  }
  let state = placeAt(history.location, NavigationType.Pop)

  function arrive(action: NavigationType, failure: Failure | undefined, stays = false): void {
    state = placeAt(history.location, action, stays, failure)
    for (const hear of hearers) hear(state)
  }

  /** Loads what is not there yet, then arrives, unless one went elsewhere meanwhile. */
  async function travel(path: Path, arriveThere: (failure: Failure | undefined) => void): Promise<void> {
    const turn = ++latest
    if (state.initialized) positions.keep(state.location.key)
    const failure = screenAt(path) ? undefined : await load(path)
    if (turn === latest) arriveThere(failure)
  }

  /** Whether one is held back. Then it is asked, once at a time, whether one may go. */
  function isHeld(to: Path, leave: () => void): boolean {
    const holds = !isFree && guard?.holds(state.location, to)
    isFree = false
    if (!guard || !holds) return false
    if (!isAsking) void ask(guard, leave)
    return true
  }

  async function ask(asking: Guard, leave: () => void): Promise<void> {
    isAsking = true
    isFree = await asking.ask()
    isAsking = false
    if (isFree) leave()
  }

  async function go(action: NavigationType, to: To, from: unknown, options?: NavigateOptions): Promise<void> {
    const path = pathOf(to)
    if (isHeld(path, () => void go(action, to, from, options))) return
    await travel(path, (failure) => {
      if (action === NavigationType.Push) history.push(to, from)
      else history.replace(to, from)
      arrive(action, failure, options?.preventScrollReset)
    })
  }

  history.listen(({ location, delta }) => {
    if (isUndone) return void (isUndone = false)
    if (delta !== null && isHeld(location, () => history.go(delta))) {
      isUndone = true
      return history.go(-delta)
    }
    void travel(location, (failure) => arrive(NavigationType.Pop, failure))
  })
  if (!state.initialized) void travel(state.location, (failure) => arrive(NavigationType.Pop, failure))

  return {
    screens,
    positions,
    get state() {
      return state
    },
    navigator: {
      createHref: (to) => history.createHref(to),
      encodeLocation: (to) => history.encodeLocation(to),
      go: (delta) => history.go(delta),
      push: (to, from, options) => void go(NavigationType.Push, to, from, options),
      replace: (to, from, options) => void go(NavigationType.Replace, to, from, options),
    },
    navigate: (to, options) =>
      go(options?.replace ? NavigationType.Replace : NavigationType.Push, to, options?.state, options),
    subscribe(hear, known = state) {
      hearers.add(hear)
      if (known !== state) hear(state)
      return () => void hearers.delete(hear)
    },
    guard(next) {
      guard = next
      return () => void (guard = undefined)
    },
  }
}

/** The router of this tab. */
export const createBrowserRouter = (screens: readonly RouteObject[]): ScreenRouter =>
  createScreenRouter(screens, UNSAFE_createBrowserHistory())

/** A router without a tab: of the served page, and of tests. */
export const createMemoryRouter = (screens: readonly RouteObject[], at: string): ScreenRouter =>
  createScreenRouter(screens, UNSAFE_createMemoryHistory({ initialEntries: [at] }))
