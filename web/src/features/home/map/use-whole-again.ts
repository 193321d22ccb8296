import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { ReactZoomPanPinchRef } from 'react-zoom-pan-pinch'

/**
 * Coming and going between page and full screen begins at the whole picture; and who sees the whole still sees it when
 * the frame has changed its size.
 */
export function useWholeAgain(
  frame: RefObject<HTMLElement | null>,
  map: RefObject<ReactZoomPanPinchRef | null>,
  fullscreen: boolean,
): void {
  const wanted = useRef(false)
  const before = useRef(fullscreen)

  useEffect(() => {
    if (!frame.current) return
    let waiting = 0
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(waiting)
      // After the map itself has taken note of its new size.
      waiting = requestAnimationFrame(() => {
        if (!map.current) return
        const whole = Math.abs(map.current.state.scale - 1) < 0.01
        if (wanted.current || whole) void map.current.centerView(1, 0)
        wanted.current = false
      })
    })
    observer.observe(frame.current)
    return () => {
      cancelAnimationFrame(waiting)
      observer.disconnect()
    }
  }, [frame, map])

  // Before the new size is observed.
  useLayoutEffect(() => {
    if (before.current === fullscreen) return
    before.current = fullscreen
    wanted.current = true
  }, [fullscreen])
}
