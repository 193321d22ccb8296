import { useEffect, useState, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'

function onVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Whether an element is on screen at the moment (as much of it as said, any of it without), in a tab that one looks at. */
export function useSeen(element: RefObject<HTMLElement | null>, part = 0): boolean {
  const [onScreen, setOnScreen] = useState(false)
  const inFront = useSyncExternalStore(
    onVisibility,
    () => document.visibilityState === 'visible',
    () => true,
  )
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => setOnScreen(entries.at(-1)?.isIntersecting ?? false), {
      threshold: part,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, part])
  return onScreen && inFront
}
