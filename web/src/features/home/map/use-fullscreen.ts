import { useCallback, useEffect, useState } from 'react'
import type { RefObject } from 'react'

/**
 * Whether the map fills the window. Where the browser lets it, the page fills the screen with it; where not (phones), the
 * window is enough. Announcements stay in front, which is why the page goes fullscreen and not the map.
 */
export function useFullscreen(frame: RefObject<HTMLElement | null>): [boolean, (full: boolean) => void] {
  const [full, setFull] = useState(false)

  const change = useCallback((wanted: boolean) => {
    setFull(wanted)
    if (wanted) document.documentElement.requestFullscreen?.().catch(() => undefined)
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
  }, [])

  useEffect(() => {
    if (!full) return
    const left = () => {
      if (!document.fullscreenElement) setFull(false)
    }
    document.addEventListener('fullscreenchange', left)
    const { overflow } = document.documentElement.style
    document.documentElement.style.overflow = 'hidden'
    const outside = outsideOf(frame.current)
    for (const element of outside) element.inert = true
    return () => {
      document.removeEventListener('fullscreenchange', left)
      document.documentElement.style.overflow = overflow
      for (const element of outside) element.inert = false
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
    }
  }, [full, frame])

  return [full, change]
}

/** Everything of the page that the map covers, but for what is announced. */
function outsideOf(frame: HTMLElement | null): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let inner = frame; inner && inner.parentElement && inner.id !== 'root'; inner = inner.parentElement)
    for (const other of inner.parentElement.children) if (other !== inner) found.push(...unannounced(other))
  return found
}

const announced = '[role="status"]'

/** An element, or what is in it beside announcements: a list that says how many it has is covered all the same. */
function unannounced(element: Element): HTMLElement[] {
  if (!(element instanceof HTMLElement) || element.inert || element.matches(announced)) return []
  if (element.querySelector(announced) === null) return [element]
  return [...element.children].flatMap(unannounced)
}
