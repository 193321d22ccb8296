import { useEffect, useState, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'

const TOUCH = '(hover: none) and (pointer: coarse)'

/** Whether fingers are what one points with. */
export function useIsTouch(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(TOUCH)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(TOUCH).matches,
    () => false,
  )
}

/** Whether any of an element is on screen at the moment. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false), { threshold: 0.15 })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return seen
}
