import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'
import { Confirmations, Toasts, useHydrated } from '../ui'
import { ConsentGate, useBeforeTheGate } from './ConsentGate'
import { Footer } from './Footer'
import { Header } from './Header'
import { Island } from './Island'
import { OfflineNotice } from './OfflineNotice'
import classes from './Shell.module.css'
import { TokenUpdateBanner } from './TokenUpdateBanner'

/** The frame of every screen: header, the screen, footer, and where announcements and questions appear. */
export function Shell({ screens }: { screens: readonly RouteObject[] }) {
  const main = useFocusOnNavigation()
  const behindTheGate = useBeforeTheGate()
  const hydrated = useHydrated()
  return (
    <>
      <div className={classes.shell} inert={behindTheGate && hydrated}>
        <a className={classes.skip} href="#main">
          Skip to content
        </a>
        <Header screens={screens} />
        <OfflineNotice />
        <Island fallback={null}>
          <TokenUpdateBanner />
        </Island>
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          <Outlet context={screens} />
        </main>
        <Footer screens={screens} />
        <Toasts />
        <Confirmations />
        <ScrollRestoration />
      </div>
      <ConsentGate />
    </>
  )
}

/** After a change of page, keyboard and screen reader go on at the top of the new one. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
