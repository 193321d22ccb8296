import { useEffect, useLayoutEffect, useRef } from 'react'

/** What lies beyond an edge by less is no more than rounding, in pixels. */
const SLACK = 2

/** Marks the edges beyond which a bar has more: the style sheet fades them. */
function markEdges(bar: HTMLElement): void {
  const { scrollLeft, clientWidth, scrollWidth } = bar
  bar.toggleAttribute('data-before', scrollLeft > SLACK)
  bar.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - SLACK)
}

/** Brings the current tab into the middle of a bar. */
function showCurrent(bar: HTMLElement): void {
  const tab = bar.querySelector<HTMLElement>('[aria-current], [aria-selected="true"]')
  if (tab) bar.scrollLeft = tab.offsetLeft - (bar.clientWidth - tab.offsetWidth) / 2
}

/**
 * A bar of tabs that is wider than a phone: keeps the current tab in the middle of it, and marks the edges that have more.
 * @param count how many tabs it has: some come later
 */
export function useTabBar<Bar extends HTMLElement>(current: string, count: number) {
  const ref = useRef<Bar>(null)
  const isNew = useRef(true)
  const isShown = useRef(false)
  useLayoutEffect(() => {
    const bar = ref.current
    const waits = isNew.current
    isNew.current = false
    // A new bar is not laid out for this alone: the observer is called behind the page's first layout, before anything is painted.
    if (!bar || waits) return
    isShown.current = true
    showCurrent(bar)
    markEdges(bar)
  }, [current, count])
  useEffect(() => {
    const bar = ref.current
    if (!bar) return
    const mark = () => {
      if (!isShown.current) showCurrent(bar)
      isShown.current = true
      markEdges(bar)
    }
    bar.addEventListener('scroll', mark, { passive: true })
    // Fonts and turned phones change what fits.
    const observer = new ResizeObserver(mark)
    observer.observe(bar)
    for (const tab of bar.children) observer.observe(tab)
    return () => {
      bar.removeEventListener('scroll', mark)
      observer.disconnect()
    }
  }, [count])
  return ref
}
