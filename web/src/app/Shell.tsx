import { lazy, memo, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ComponentType } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'
import { Confirmations, Toasts } from '../ui'
import { ConsentGate, useBeforeTheGate } from './ConsentGate'
import { useTakeOver } from './early'
import { loadChatWidget } from '../features/messenger'
import { featureOfPath, useFeatures, useOpenScreens } from '../lib/feature-flags'
import { Footer as PlainFooter } from './Footer'
import { Header as PlainHeader } from './Header'
import { Island } from './Island'
import { Leaving } from './Leaving'
import { OfflineNotice } from './OfflineNotice'
import classes from './Shell.module.css'
import { TokenUpdateBanner } from './TokenUpdateBanner'
import { OpenScreens } from '../lib/built'
import { ScrollRestoration } from '../lib/router'
import { useSession } from '../lib/session/session'
import { useHydrated } from '../lib/use-hydrated'
import { whenIdle } from '../lib/when-idle'

const FeatureOff = lazy(() => import('./FeatureOff'))
const ChatWidget = lazy(loadChatWidget)

interface PartOfFrame {
  readonly screens: readonly RouteObject[]
}

/** Drawn again when other screens are open, and not whenever the frame is; taken over for itself. */
const partOfFrame = (Part: ComponentType<PartOfFrame>) =>
  memo(function OnItsOwn({ screens }: PartOfFrame) {
    return (
      <Suspense>
        <Part screens={screens} />
      </Suspense>
    )
  })
const [Header, Footer] = [partOfFrame(PlainHeader), partOfFrame(PlainFooter)]

/** The frame of every screen: header, the screen, footer, and where announcements and questions appear. */
export function Shell({ screens }: { screens: readonly RouteObject[] }) {
  const main = useFocusOnNavigation()
  useTakeOver()
  const behindTheGate = useBeforeTheGate()
  const hydrated = useHydrated()
  const shell = useRef<HTMLDivElement>(null)
  const inert = behindTheGate && hydrated
  // By hand: `public/first-paint.js` may have set it on the served page already.
  useLayoutEffect(() => {
    if (shell.current) shell.current.inert = inert
  }, [inert])
  const features = useFeatures()
  const open = useOpenScreens(screens, features)
  const feature = featureOfPath(useLocation().pathname)
  return (
    <OpenScreens value={open}>
      <div ref={shell} className={classes.shell} data-behind-gate>
        <a className={classes.skip} href="#main">
          Skip to content
        </a>
        <Leaving />
        <Header screens={open} />
        <OfflineNotice />
        <Island fallback={null}>
          <TokenUpdateBanner />
        </Island>
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          {feature !== undefined && !features[feature] ? (
            <Suspense fallback={null}>
              <FeatureOff feature={feature} />
            </Suspense>
          ) : (
            <Outlet />
          )}
        </main>
        <Footer screens={open} />
        <FloatingChat />
        <Toasts />
        <Confirmations />
        <Scrolling />
      </div>
      <ConsentGate />
    </OpenScreens>
  )
}

/** The floating chat of those who are signed in, everywhere but in the messenger itself; it comes when the page has drawn itself. */
function FloatingChat() {
  const user = useSession((state) => state.user)
  const { pathname } = useLocation()
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  if (!user || !idle || pathname.startsWith('/messenger')) return null
  return (
    <Island fallback={null}>
      <Suspense fallback={null}>
        <ChatWidget key={user.uid} user={user} />
      </Suspense>
    </Island>
  )
}

/**
 * Remembers where one was on each page. The router begins at the top; a visitor who has scrolled the served page before the app
 * took it over stays where they are.
 */
function Scrolling() {
  const before = useRef(0)
  return (
    <>
      <Once run={() => (before.current = scrollY)} />
      <ScrollRestoration />
      <Once run={() => before.current > 0 && scrollTo(0, before.current)} />
    </>
  )
}

/** Runs in its place among the others, before anything of this moment is painted. */
function Once({ run }: { run: () => unknown }) {
  const first = useRef(run)
  useLayoutEffect(() => void first.current(), [])
  return null
}

/** After a change of page, keyboard and screen reader go on at the top of the new one. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const before = useRef(pathname)
  // With the page, and not after it: what a visitor presses next keeps the focus.
  useLayoutEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
