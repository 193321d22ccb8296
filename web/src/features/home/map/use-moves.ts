import { useCallback, useEffect, useRef } from 'react'

/** How long after its last step a move is over, in milliseconds: longer than between two notches of a wheel. */
const OVER = 250

/**
 * Notes a step of a move of the map. Until the move is over, the browser moves and scales the picture that it has drawn, instead of
 * drawing it anew at each step; then it draws it sharp once.
 */
export function useMoves(): (content: HTMLElement | null) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback((content) => {
    if (!content) return
    clearTimeout(timer.current)
    content.style.willChange = 'transform'
    timer.current = setTimeout(() => (content.style.willChange = ''), OVER)
  }, [])
}
