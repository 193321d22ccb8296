import { startTransition, use, useLayoutEffect, useMemo, useState } from 'react'
import { Router, useRoutes } from 'react-router-dom'
import { RouterContext } from '../lib/router'
import type { ScreenRouter } from '../lib/router'
import { ErrorBoundary } from '../ui'
import { RouteError } from './RouteError'
import { Shell } from './Shell'

/** The screen at the current address, inside the frame. Nothing until the code of the first is there. */
export function Screens({ router }: { router: ScreenRouter }) {
  const place = usePlace(router)
  const context = useMemo(() => ({ router, place }), [router, place])
  if (!place.initialized) return null
  return (
    <RouterContext value={context}>
      <Router location={place.location} navigationType={place.action} navigator={router.navigator}>
        <ErrorBoundary fallback={(error) => <RouteError error={error} />} resetOn={place}>
          <Framed screens={router.screens} />
        </ErrorBoundary>
      </Router>
    </RouterContext>
  )
}

/** Where one is. A new page is drawn in slices that leave the page before responsive. */
function usePlace(router: ScreenRouter) {
  const [first] = useState(router.state)
  const [place, setPlace] = useState(first)
  useLayoutEffect(() => router.subscribe((next) => startTransition(() => setPlace(next)), first), [router, first])
  return place
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
  const place = use(RouterContext)?.place
  const Code = place?.Screen
  const drawn = useMemo(() => Code && <Code />, [Code])
  if (place?.failure) return <RouteError inShell error={place.failure.error} />
  return (
    <ErrorBoundary fallback={(error) => <RouteError inShell error={error} />} resetOn={place}>
      {drawn}
    </ErrorBoundary>
  )
}
const screen = <Screen />
