import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Whether an element has come near to the screen, once. */
export function useNear(element: RefObject<HTMLElement | null>, margin: string): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !element.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: margin,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, margin, near])
  return near
}
