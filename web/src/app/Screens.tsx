import { startTransition, use, useLayoutEffect, useMemo, useState } from 'react'
import { Router, useRoutes } from 'react-router-dom'
import { RouterContext } from '../lib/router'
import type { ScreenRouter } from '../lib/router'
import { ErrorBoundary } from '../ui'
import { AddBlocker } from '../ui/leaving'
import { RouteError } from './RouteError'
import { Shell } from './Shell'

/** The screen at the current address, inside the frame. Nothing until the code of the first one has loaded. */
export function Screens({ router }: { router: ScreenRouter }) {
  const state = useRouterState(router)
  const context = useMemo(() => ({ router, state }), [router, state])
  if (!state.initialized) return null
  return (
    <RouterContext value={context}>
      <Router location={state.location} navigationType={state.action} navigator={router.navigator}>
        <AddBlocker value={router.block}>
          <ErrorBoundary fallback={(error) => <RouteError error={error} />} resetOn={state}>
            <Framed screens={router.screens} />
          </ErrorBoundary>
        </AddBlocker>
      </Router>
    </RouterContext>
  )
}

/** The router's state. A new page renders in a transition, so the current one stays responsive. */
function useRouterState(router: ScreenRouter) {
  const [first] = useState(router.state)
  const [state, setState] = useState(first)
  useLayoutEffect(() => router.subscribe((next) => startTransition(() => setState(next)), first), [router, first])
  return state
}

function Framed({ screens }: Pick<ScreenRouter, 'screens'>) {
  const routes = useMemo(() => {
    const children = screens.map(({ index, path = '' }) =>
      index ? { index, element: screen } : { path, element: screen },
    )
    return [{ element: <Shell screens={screens} />, children }]
  }, [screens])
  return useRoutes(routes)
}

/** A screen that breaks leaves header and footer standing; on another page, the next one gets its chance. */
function Screen() {
  const state = use(RouterContext)?.state
  const Code = state?.Screen
  const drawn = useMemo(() => Code && <Code />, [Code])
  if (state?.failure) return <RouteError inShell error={state.failure.error} />
  return (
    <ErrorBoundary fallback={(error) => <RouteError inShell error={error} />} resetOn={state}>
      {drawn}
    </ErrorBoundary>
  )
}
const screen = <Screen />
