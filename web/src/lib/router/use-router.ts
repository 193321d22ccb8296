import { createContext, use, useEffect, useLayoutEffect } from 'react'
import type { Place, ScreenRouter } from './router'

/** The router, and where one is as it is drawn now. */
export const RouterContext = createContext<{ readonly router: ScreenRouter; readonly place: Place } | null>(null)

function useRouter() {
  const context = use(RouterContext)
  if (!context) throw new Error('There is no router around this.')
  return context
}

/** Asks before the page is left for another by a link, or in the browser's history. The functions stay the same. */
export function useGuard(holds: Parameters<ScreenRouter['guard']>[0]['holds'], ask: () => Promise<boolean>): void {
  const { router } = useRouter()
  useEffect(() => router.guard({ holds, ask }), [router, holds, ask])
}

/**
 * Begins a page at its top, or at the place that its address names, and goes back to where one was on a page that one comes back
 * to.
 */
export function ScrollRestoration() {
  const { router, place } = useRouter()
  useEffect(() => {
    history.scrollRestoration = 'manual'
    const leave = () => {
      router.positions.keep(router.state.location.key)
      router.positions.store()
      // The browser brings one back to a page that it kept, or that is loaded again.
      history.scrollRestoration = 'auto'
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      history.scrollRestoration = 'auto'
    }
  }, [router])
  // What scrolling answers is no effect's end: newer browsers answer a promise.
  useLayoutEffect(() => void scrollAt(place), [place])
  return null
}

function scrollAt({ scrolled, location, stays }: Place): void {
  if (scrolled !== undefined) return scrollTo(0, scrolled)
  const named = elementOf(location.hash)
  if (named) return named.scrollIntoView()
  if (!stays) scrollTo(0, 0)
}

/** The element that the end of an address names. */
function elementOf(hash: string): HTMLElement | null {
  try {
    return hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    // Not encoded as an address is: it names nothing.
    return null
  }
}
