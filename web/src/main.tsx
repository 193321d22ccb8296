import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { App } from './app/App'
import { routes } from './app/routes'
import { tellFailedSignIn } from './features/citizens/sign-in-outcome'
import { call } from './lib/api/client'
import { onLiveEvent, startLive } from './lib/live/live'
import { forget, queryClient } from './lib/query/query'
import { affectedBy, refreshOnEvents } from './lib/query/refresh-on-events'
import { currentToken, startSession, useSession } from './lib/session/session'

startSession()
void tellFailedSignIn()
startLive(currentToken, (reconnect) =>
  useSession.subscribe((now, before) => {
    if (now.status !== before.status && before.status !== 'unknown') reconnect()
  }),
)
refreshOnEvents(onLiveEvent)
useSession.subscribe((now, before) => {
  if (now.user?.uid === before.user?.uid) return
  // What was read as somebody else is not shown to the next; what is on screen is read again.
  if (before.user) queryClient.removeQueries({ type: 'inactive' })
  // Once the screens know who is there now: nothing is asked in the name of somebody who has just left.
  setTimeout(() => void forget(affectedBy('elections.all')))
})

// The three things that nearly every page asks first are asked while its code is still under way.
void queryClient.prefetchQuery({ queryKey: ['elections.current', {}], queryFn: () => call('elections.current', {}) })

const router = createBrowserRouter(routes)
const root = createRoot(document.getElementById('root')!)
const show = () => root.render(<App router={router} />)
// The served page shows its first view until the code of the route is there: no blank moment between the two.
if (router.state.initialized) show()
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    show()
  })
}
