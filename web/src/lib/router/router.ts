import type { ComponentType } from 'react'
import {
  matchRoutes,
  NavigationType,
  parsePath,
  UNSAFE_createBrowserHistory,
  UNSAFE_createMemoryHistory,
} from 'react-router-dom'
import type { Location, NavigateOptions, Navigator, Path, RouteObject, To } from 'react-router-dom'
import { markEntries } from './entries'
import { createPositions } from './positions'

/** The current location, and how the visitor came to it. */
export interface RouterState {
  readonly location: Location
  readonly action: NavigationType
  /** The screen's code. Undefined when it is not there. */
  readonly Screen: ComponentType | undefined
  /** Why the screen's code did not come. */
  readonly failure?: Failure | undefined
  /** The scroll position when this location was last left, in CSS pixels. */
  readonly scrolled: number | undefined
  /** A change within the page, such as a filter: the scroll position stays. */
  readonly stays: boolean
  /** False until the code of the first screen came. */
  readonly initialized: boolean
}

interface Failure {
  readonly error: unknown
}

/** Asks before some navigations, such as away from a form with changes. */
interface Blocker {
  /** @param isStep whether the browser's history goes back or forth, and no link was followed */
  readonly blocks: (from: Path, to: Path, isStep: boolean) => boolean
  /** Resolves with whether the visitor wants to leave. */
  readonly ask: () => Promise<boolean>
}

type History = ReturnType<typeof UNSAFE_createBrowserHistory> | ReturnType<typeof UNSAFE_createMemoryHistory>

/** Navigates when the code of the next page has loaded; until then the current page stays. The last request wins. */
export interface ScreenRouter {
  readonly state: RouterState
  readonly screens: readonly RouteObject[]
  /** Whether the code of the next page loads. */
  readonly isLeaving: boolean
  /** Calls the listener whenever `isLeaving` may have changed. Returns the function that unsubscribes. */
  readonly onLeaving: (listener: () => void) => () => void
  /** For React Router's `Router`. */
  readonly navigator: Navigator
  navigate(to: To, options?: NavigateOptions): Promise<void>
  /**
   * Calls the listener after every change, and at once when the state is no longer the one that the caller knows. Returns the function that
   * unsubscribes.
   */
  subscribe(listener: (state: RouterState) => void, known?: RouterState): () => void
  /** Adds a blocker: all that block a navigation are asked, the newest first. Returns the function that removes it. */
  readonly block: (blocker: Blocker) => () => void
  readonly positions: ReturnType<typeof createPositions>
}

const pathOf = (to: To): Path => ({
  pathname: '/',
  search: '',
  hash: '',
  ...(typeof to === 'string' ? parsePath(to) : to),
})

/**
 * React Router's data router without loaders, actions and fetchers, which are more than half of its code (decision 117). React Router
 * itself matches routes and resolves links.
 */
function createScreenRouter(screens: readonly RouteObject[], history: History): ScreenRouter {
  const positions = createPositions()
  const loaded = new Map<RouteObject, ComponentType>()
  const listeners = new Set<(state: RouterState) => void>()
  const leavingListeners = new Set<() => void>()
  const tellLeaving = () => {
    for (const listener of leavingListeners) listener()
  }
  const blockers = new Set<Blocker>()
  let isAsking = false
  // The visitor agreed to leave: the next navigation is not asked about.
  let mayLeave = false
  // A step in the browser's history is being reverted. The next event of the history is that of the reversal.
  let isReverting = false
  let latest = 0
  let committed = 0

  const routeAt = (path: Path) => matchRoutes([...screens], path.pathname)?.at(-1)?.route

  function screenAt(path: Path): ComponentType | undefined {
    const route = routeAt(path)
    return route && (route.Component ?? loaded.get(route))
  }

  /** Loads the code of a screen. Resolves with the failure, if any. */
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

  const stateAt = (location: Location, action: NavigationType, stays = false, failure?: Failure): RouterState => {
    const Screen = screenAt(location)
    const initialized = Screen !== undefined || failure !== undefined
    return { location, action, Screen, failure, scrolled: positions.of(location.key), stays, initialized }
  }
  let state = stateAt(history.location, NavigationType.Pop)

  function commit(action: NavigationType, failure: Failure | undefined, stays = false): void {
    state = stateAt(history.location, action, stays, failure)
    for (const listener of listeners) listener(state)
  }

  /** Loads the missing code, then commits, unless another navigation began meanwhile. */
  async function navigateTo(path: Path, commitThere: (failure: Failure | undefined) => void): Promise<void> {
    const turn = ++latest
    if (state.initialized) positions.save(state.location.key)
    const isThere = screenAt(path) !== undefined
    if (!isThere) tellLeaving()
    const failure = isThere ? undefined : await load(path)
    if (turn !== latest) return
    committed = turn
    commitThere(failure)
    tellLeaving()
  }

  /** Whether a blocker blocks this navigation. If so the visitor is asked, one question at a time, and `leave` is called on a yes. */
  function isBlocked(to: Path, isStep: boolean, leave: () => void): boolean {
    const blocking = mayLeave ? [] : [...blockers].filter(({ blocks }) => blocks(state.location, to, isStep))
    mayLeave = false
    if (blocking.length === 0) return false
    if (!isAsking) void ask(blocking.reverse(), leave)
    return true
  }

  async function ask(blocking: readonly Blocker[], leave: () => void): Promise<void> {
    isAsking = true
    try {
      for (const blocker of blocking) if (!(await blocker.ask())) return
    } finally {
      isAsking = false
    }
    mayLeave = true
    leave()
  }

  async function go(action: NavigationType, to: To, data: unknown, options?: NavigateOptions): Promise<void> {
    const path = pathOf(to)
    if (isBlocked(path, false, () => void go(action, to, data, options))) return
    await navigateTo(path, (failure) => {
      if (action === NavigationType.Push) history.push(to, data)
      else history.replace(to, data)
      commit(action, failure, options?.preventScrollReset)
    })
  }

  history.listen(({ location, delta }) => {
    if (isReverting) return void (isReverting = false)
    // An entry that was replaced is no step: there is nothing to revert.
    if (delta !== null && delta !== 0 && isBlocked(location, true, () => history.go(delta))) {
      isReverting = true
      return history.go(-delta)
    }
    void navigateTo(location, (failure) => commit(NavigationType.Pop, failure))
  })
  if (!state.initialized) void navigateTo(state.location, (failure) => commit(NavigationType.Pop, failure))

  return {
    screens,
    positions,
    get state() {
      return state
    },
    get isLeaving() {
      return state.initialized && committed !== latest
    },
    onLeaving(listener) {
      leavingListeners.add(listener)
      return () => void leavingListeners.delete(listener)
    },
    navigator: {
      createHref: (to) => history.createHref(to),
      encodeLocation: (to) => history.encodeLocation(to),
      go: (delta) => history.go(delta),
      push: (to, data, options) => void go(NavigationType.Push, to, data, options),
      replace: (to, data, options) => void go(NavigationType.Replace, to, data, options),
    },
    navigate: (to, options) =>
      go(options?.replace ? NavigationType.Replace : NavigationType.Push, to, options?.state, options),
    subscribe(listener, known = state) {
      listeners.add(listener)
      if (known !== state) listener(state)
      return () => void listeners.delete(listener)
    },
    block(next) {
      blockers.add(next)
      return () => void blockers.delete(next)
    },
  }
}

/** The router of this tab. */
export function createBrowserRouter(screens: readonly RouteObject[]): ScreenRouter {
  const noteEntry = markEntries()
  const router = createScreenRouter(screens, UNSAFE_createBrowserHistory())
  router.subscribe(noteEntry)
  return router
}

/** A router without a browser tab, for the pages that the server renders and for tests. */
export const createMemoryRouter = (screens: readonly RouteObject[], at: string): ScreenRouter =>
  createScreenRouter(screens, UNSAFE_createMemoryHistory({ initialEntries: [at] }))
