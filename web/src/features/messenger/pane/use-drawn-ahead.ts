import { useEffect, useState } from 'react'

/**
 * So far ahead of the reader lines are drawn, in pixels. The browser scrolls what is drawn by itself, and does not wait for lines to come:
 * two turns of a wheel reach no line that is missing.
 */
export const DRAWN_AHEAD = 800

/**
 * How far ahead of the reader a list draws: not at all until the lines in view are painted. Before any line is measured all are taken for
 * the shortest one, and opening drew fifty of them in one long task.
 */
export function useDrawnAhead(): number {
  const [ahead, setAhead] = useState(0)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setAhead(DRAWN_AHEAD))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return ahead
}
