import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/App'
import { rememberFocus } from './app/early'
import { FatalError } from './app/ErrorScreen'
import { screens } from './app/routes'
import { Screens } from './app/Screens'
import { showFailedSignIn } from './features/citizens'
import { loadOfficeNews } from './features/government'
import { loadDay } from './features/home'
import { call, explainRefusalsBy } from './lib/api/client'
import { takeTurns } from './lib/api/turns'
import { onLiveEvent, onLiveReset, startLive } from './lib/live/live'
import { log, startLog } from './lib/log/log'
import { reportToConsole } from './lib/log/console'
import { readDiagnostics } from './lib/log/diagnostics'
import { forget, clearAllReads, queryClient, retryFailed } from './lib/query/query'
import { watchImports } from './lib/missing-code'
import { refreshOnFirstEvent } from './lib/query/refresh-on-first-event'
import { refreshOnReset } from './lib/query/refresh-on-reset'
import { startWorker } from './lib/service-worker'
import { useReach } from './lib/reach'
import { createBrowserRouter } from './lib/router'
import type { ScreenRouter } from './lib/router'
import { remember } from './lib/store/citizen'
import { knowsTokenVersion, noteFirstCitizen } from './lib/store/token-version'
import { watchTokenVersion } from './lib/store/watch-token-version'
import { whenIdle } from './lib/when-idle'
import { ErrorBoundary } from './ui'
import { endOnEvents, tokens, startSession, useSession } from './lib/session/session'

readDiagnostics(location.search)
startLog()
watchImports()
useSession.subscribe(({ user }) => {
  // Nobody there may mean that no server said so: the session itself forgets a citizen who is signed out.
  if (user) remember(user)
})
startSession()
void showFailedSignIn()
startLive(tokens, (reconnect) =>
  useSession.subscribe((now, before) => {
    const isAnother = now.status !== before.status || now.user?.uid !== before.user?.uid
    if (isAnother && before.status !== 'unknown') reconnect()
  }),
)
refreshOnFirstEvent(onLiveEvent)
refreshOnReset(onLiveReset)
endOnEvents(onLiveEvent)
useSession.subscribe((now, before) => {
  // Until the session is known no request is sent in a citizen's name.
  if (before.status === 'unknown' || now.user?.uid === before.user?.uid) return
  // What was read as another citizen is not shown to the next; what is on screen is read again.
  if (before.user) {
    queryClient.removeQueries({ type: 'inactive' })
    // Nor for the moment until it is read again: messages are for their readers alone.
    queryClient.removeQueries({
      predicate: ({ queryKey: [id] }) => /^(messenger|admin-chat|government-chat)\./.test(String(id)),
    })
  }
  // Once the screens know who is there now: no request is sent in the name of a citizen who has just left.
  setTimeout(() => {
    import('./lib/query/refresh-on-events')
      .then(({ differsByReader }) => forget(differsByReader))
      .catch(() => clearAllReads())
  })
})

useSession.subscribe(({ user: now }, { user: before }) => {
  if (
    !now ||
    now.uid !== before?.uid ||
    (now.governmentRole === before.governmentRole && now.isAdmin === before.isAdmin)
  )
    return
  // A citizen whose rights changed reads other answers; what is on screen is read again. By then the screens of a
  // role that ended are gone, and ask for nothing.
  setTimeout(() => void clearAllReads())
  void loadOfficeNews().then(({ showOfficeNews }) => showOfficeNews(before, now))
})
explainRefusalsBy(async () => (await loadOfficeNews()).explainRefusal())

useReach.subscribe(({ reached }) => {
  if (reached) void retryFailed()
})
// A citizen who signs in here for the first time may leave the page at once: the next one should know the version of their balance.
useSession.subscribe(({ user }) => {
  if (!user || knowsTokenVersion()) return
  noteFirstCitizen()
  void watchTokenVersion()
})
whenIdle(() => {
  void watchTokenVersion()
  startWorker()
})

/** What a boundary held up is written down; the browser's console hears of it as it would without us. */
const rootOptions = {
  onCaughtError(error: unknown) {
    log.error('A part of the page broke', error)
    reportToConsole(error)
  },
}
const place = document.getElementById('root')!

// The rest has a moment of its own: a page that is being looked at is not held up for long at once.
setTimeout(start)

function start(): void {
  const router = createBrowserRouter(screens)
  const app = (
    <ErrorBoundary fallback={<FatalError />}>
      <App>
        <Screens router={router} />
      </App>
    </ErrorBoundary>
  )
  if (location.pathname === '/' && place.firstElementChild) {
    // The served page is the home page already: it is taken over as it stands, in slices that leave the page responsive.
    takeTurns(true)
    whenIdle(() => takeTurns(false))
    startTransition(() => void hydrateRoot(place, app, rootOptions))
    // In a moment of its own: the first paint has shown where it will stand.
    if (document.documentElement.hasAttribute('data-here')) setTimeout(() => void loadDay().catch(() => {}))
    return
  }
  // What most screens ask first is asked while their code is still under way.
  void queryClient.prefetchQuery({ queryKey: ['elections.current', {}], queryFn: () => call('elections.current', {}) })
  onceLoaded(router, () => {
    document.documentElement.removeAttribute('data-elsewhere')
    const restoreFocus = rememberFocus()
    createRoot(place, rootOptions).render(app)
    // After the served page was replaced: in the task that follows React's own.
    document.addEventListener('nation:take-over', () => queueMicrotask(restoreFocus), { once: true })
  })
}

/** Header and paper stay until the code of the route is there: no blank moment between the two. */
function onceLoaded(router: ScreenRouter, show: () => void): void {
  if (router.state.initialized) return show()
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    show()
  })
}
