import { useEffect, useLayoutEffect, useRef } from 'react'
import { useSession } from '../lib/session/session'
import { useUi } from '../lib/store/ui'
import { useHydrated } from '../lib/use-hydrated'

interface TakeOver {
  entered: boolean
  pressed: readonly string[]
}

/** Ends the script's part. What it answered is the app's from now on; answers the buttons that wait to be pressed. */
function takeOver(): readonly string[] {
  const detail: TakeOver = { entered: false, pressed: [] }
  document.dispatchEvent(new CustomEvent('nation:take-over', { detail }))
  // The store may have been read before 'Enter' was pressed, and the browser may keep nothing.
  if (detail.entered) useUi.setState({ consentAccepted: true })
  return detail.pressed
}

const found = (name: string) => document.querySelectorAll<HTMLElement>(`[data-early="${name}"]`)

/** A button that was pressed before the app was there waits no more. */
function release(name: string): void {
  for (const control of found(name)) control.removeAttribute('aria-busy')
}

/** Presses it; one that the app does not show is let be. */
function press(name: string): void {
  release(name)
  found(name)[0]?.click()
}

/**
 * Takes over from `public/first-paint.js` when the frame is first drawn, and presses what was pressed until then: a sign-in when it
 * is known who is there, everything else at once.
 */
export function useTakeOver(): void {
  const hydrated = useHydrated()
  // As the screens know it: the buttons to sign in are gone once they show who is signed in.
  const status = useSession((state) => state.status)
  const waiting = useRef<readonly string[]>([])
  useLayoutEffect(() => {
    waiting.current = takeOver()
  }, [])
  useEffect(() => {
    if (!hydrated) return
    const isReady = (name: string) => name !== 'sign-in' || status !== 'unknown'
    const ready = waiting.current.filter(isReady)
    waiting.current = waiting.current.filter((name) => !isReady(name))
    // After React's own work: only then a press takes over the part that it falls into. One that is not taken over yet may still
    // offer to sign in.
    for (const name of ready)
      queueMicrotask(() => (name === 'sign-in' && status === 'signed-in' ? release : press)(name))
  }, [hydrated, status])
}

/** Where the focus is, as a selector of such places in the page that the app draws. */
function selectorOf(element: Element | null): string | null {
  if (!element || element === document.body) return null
  if (element.id === 'main') return '#main'
  const early = element.getAttribute('data-early')
  if (early !== null) return `[data-early="${early}"]`
  const href = element.getAttribute('href')
  const part = element.closest('[data-gate]') ? '[data-gate] ' : ''
  return href === null ? null : `${part}a[href="${CSS.escape(href)}"]`
}

/**
 * Remembers where the focus is in a page that is about to be drawn anew; it may still move until then. Answers how to bring it
 * back.
 */
export function rememberFocus(): () => void {
  let selector: string | null = null
  let place = -1
  const remember = () => {
    // 'Enter' may have been pressed while the page behind the gate was not drawn yet, so that it could not take the focus.
    const isLost = document.activeElement === document.body && document.documentElement.dataset.entered === 'now'
    const focused = isLost ? document.getElementById('main') : document.activeElement
    selector = selectorOf(focused)
    if (selector !== null) place = [...document.querySelectorAll(selector)].findIndex((element) => element === focused)
  }
  remember()
  document.addEventListener('focusin', remember)
  return () => {
    document.removeEventListener('focusin', remember)
    if (selector !== null) document.querySelectorAll<HTMLElement>(selector)[place]?.focus({ preventScroll: true })
  }
}
