import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import { Confirmations, Toasts } from '../ui'
import { Footer } from './Footer'
import { Header } from './Header'
import { OfflineNotice } from './OfflineNotice'
import classes from './Shell.module.css'

/** The frame of every screen: header, the screen, footer, and where announcements and questions appear. */
export function Shell() {
  const main = useFocusOnNavigation()
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <Header />
      <OfflineNotice />
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <Footer />
      <Toasts />
      <Confirmations />
      <ScrollRestoration />
    </div>
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
