import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** How near a part is called near, once the reader has begun to scroll; before, only what is on screen is. */
const AHEAD = '700px 0px'

/**
 * Whether an element is on screen, or has come near to it: once so, always so. What lies below the first view costs the
 * first load nothing, and is there when one comes to it.
 */
export function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    if (near || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: scrolled ? AHEAD : '0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, near, scrolled])
  useEffect(() => {
    const begin = () => setScrolled(true)
    // The reader may have begun before the page was ready, or the browser may have put a reloaded page back where it was.
    if (scrollY > 0) {
      begin()
      return
    }
    addEventListener('scroll', begin, { once: true, passive: true })
    return () => removeEventListener('scroll', begin)
  }, [])
  return near
}
