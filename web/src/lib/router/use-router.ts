import { createContext, use, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import type { RouterState, ScreenRouter } from './router'

/** The router, and its state as the page shows it. */
export const RouterContext = createContext<{ readonly router: ScreenRouter; readonly state: RouterState } | null>(null)

function useRouter() {
  const context = use(RouterContext)
  if (!context) throw new Error('This needs a router around it.')
  return context
}

/** Whether the code of the next page is under way. */
export function useIsLeaving(): boolean {
  const { router } = useRouter()
  return useSyncExternalStore(
    router.onLeaving,
    () => router.isLeaving,
    () => false,
  )
}

/**
 * Scrolls a new page to its top, or to the element that its address names, and a page that the visitor returns to where it was.
 */
export function ScrollRestoration() {
  const { router, state } = useRouter()
  useEffect(() => {
    history.scrollRestoration = 'manual'
    const leave = () => {
      router.positions.save(router.state.location.key)
      router.positions.store()
      // For a page that the browser restores from its cache or loads again, the browser scrolls.
      history.scrollRestoration = 'auto'
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      history.scrollRestoration = 'auto'
    }
  }, [router])
  // Newer browsers return a promise from scrollTo, which must not become the effect's clean-up.
  useLayoutEffect(() => void restoreScroll(state), [state])
  return null
}

function restoreScroll({ scrolled, location, stays }: RouterState): void {
  if (scrolled !== undefined) return scrollTo(0, scrolled)
  const named = elementOf(location.hash)
  if (named) return named.scrollIntoView()
  if (!stays) scrollTo(0, 0)
}

/** The element that the fragment of the address names. */
function elementOf(hash: string): HTMLElement | null {
  try {
    return hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    // The fragment is not valid percent-encoding.
    return null
  }
}
