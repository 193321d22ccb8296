import { useDeferredValue } from 'react'
import { createBrowserRouter, Navigate, RouterProvider, useRouteError } from 'react-router-dom'
import { App } from './App'
import { FatalError } from './ErrorScreen'
import { RouteError } from './RouteError'
import { onLiveEvent, onLiveReset, startLive, useLive } from '../lib/live/live'
import { startLog } from '../lib/log/log'
import { retryFailed } from '../lib/query/query'
import { refreshOnEvents } from '../lib/query/refresh-on-events'
import { refreshOnReset } from '../lib/query/refresh-on-reset'
import { useReach } from '../lib/reach'
import { useSession } from '../lib/session/session'
import { Confirmations, ErrorBoundary, Toasts } from '../ui'
import { AdminGate, AdminShell, followPanelSessions, usePanel, useReplica, wakeReplica } from '../features/admin'

export { saveFilesBy } from '../lib/save-file'
export { addActions, askToGoBack, runReplica, useReplica, watchWaits } from '../features/admin'

/** Starts what the panel's screens lean on, once in a window: the log, the events that its session may hear, and their refreshes. */
export function startPanel(): void {
  startLog()
  // No citizen is signed in here, and no cookie is there to ask: the panel's own session is all there is.
  useSession.setState({ status: 'signed-out', user: null })
  followPanelSessions((tokens, circle) => startLive(tokens, () => {}, circle))
  refreshOnEvents(onLiveEvent)
  onLiveEvent(() => wakeReplica())
  // A stream that ends may be a session that was ended: the copy asks at once.
  useLive.subscribe(({ live }) => {
    if (!live) wakeReplica()
  })
  refreshOnReset(onLiveReset)
  useReach.subscribe(({ reached }) => {
    // Where the server is gone, the copy says so at once; where it is back, what waits is sent.
    wakeReplica()
    if (reached) void retryFailed()
  })
}

/** The panel's screens behind its gate, as in the browser at `/admin`, without the site around them. */
function Panel() {
  const token = usePanel((state) => state.token)
  const ready = useReplica(({ ready }) => ready)
  const hasCopy = useReplica(({ replica }) => replica !== null)
  const isOpen = token !== null || hasCopy
  // The panel is large: it is drawn in slices, and a frame is drawn in between. What is left goes at once.
  const isDue = useDeferredValue(isOpen)
  return (
    <main>
      {isOpen ? isDue && <AdminShell /> : ready && <AdminGate />}
      <Toasts />
      <Confirmations />
    </main>
  )
}

const PanelError = () => <RouteError error={useRouteError()} />

const makeRouter = () =>
  createBrowserRouter([
    { path: '/admin', Component: Panel, errorElement: <PanelError /> },
    { path: '*', element: <Navigate to="/admin" replace /> },
  ])

let router: ReturnType<typeof makeRouter> | undefined
const theRouter = () => (router ??= makeRouter())

/** Goes to one of the panel's tabs. */
export function goToTab(tab: string): void {
  void theRouter().navigate(`/admin?tab=${encodeURIComponent(tab)}`)
}

/** The whole panel, with the looks, the time and the cache around it. */
export function PanelApp() {
  return (
    <ErrorBoundary fallback={<FatalError />}>
      <App>
        <RouterProvider router={theRouter()} />
      </App>
    </ErrorBoundary>
  )
}
