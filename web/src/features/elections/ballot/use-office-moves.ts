import { useEffect } from 'react'
import type { RefObject } from 'react'

/** A finger has moved aside when it went this far, in CSS pixels, and at least twice as far as up or down. */
const SWIPE = 60

interface Moves {
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

/**
 * Goes to the neighbouring office by the arrow keys Left and Right, and by swiping on the element. Keys that a field, a dialog or the
 * browser itself wants are left to them, and so is a swipe on a part that scrolls aside, or anywhere while the page is zoomed: a finger
 * then moves what is in view.
 */
export function useOfficeMoves(place: RefObject<HTMLElement | null>, { previous, next }: Moves): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [role="dialog"]')) return
      const move = event.key === 'ArrowLeft' ? previous : event.key === 'ArrowRight' ? next : undefined
      if (!move) return
      event.preventDefault()
      move()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [previous, next])

  useEffect(() => {
    const element = place.current
    if (!element) return
    let from: { x: number; y: number } | null = null
    const begin = ({ touches, target }: TouchEvent) => {
      const [finger] = touches
      from =
        !isZoomed() && finger && touches.length === 1 && !scrollsAside(target, element)
          ? { x: finger.clientX, y: finger.clientY }
          : null
      // The part itself hears the end, also where it has gone meanwhile: a skeleton is replaced while the finger moves.
      if (from) target?.addEventListener('touchend', end as EventListener, { once: true, passive: true })
    }
    const end = ({ changedTouches }: TouchEvent) => {
      const [finger] = changedTouches
      if (!from || !finger) return
      const [aside, down] = [finger.clientX - from.x, finger.clientY - from.y]
      from = null
      if (Math.abs(aside) < SWIPE || Math.abs(aside) < 2 * Math.abs(down)) return
      const move = aside > 0 ? previous : next
      move?.()
    }
    element.addEventListener('touchstart', begin, { passive: true })
    return () => element.removeEventListener('touchstart', begin)
  }, [place, previous, next])
}

/** Whether two fingers have made the page larger. */
const isZoomed = () => (globalThis.visualViewport?.scale ?? 1) > 1.01

/** Whether anything between a touched part and the element around it has more than it shows, to be scrolled to aside. */
function scrollsAside(touched: EventTarget | null, around: Element): boolean {
  for (let part = touched instanceof Element ? touched : null; part && part !== around; part = part.parentElement) {
    if (part.scrollWidth > part.clientWidth && /auto|scroll/.test(getComputedStyle(part).overflowX)) return true
  }
  return false
}
