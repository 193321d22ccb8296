import { flushSync } from 'react-dom'

/**
 * Draws what a scrolling comes to before the frame is painted, until the returned function is called. Virtua hears of a scrolling in time,
 * but has only what is further than a screen drawn at once: React draws the rest after the frame, and while frames follow each other
 * closely, some frames later. A reader who turns round, or scrolls faster than lines are drawn ahead, would come to an empty place.
 */
export function drawWithScrolling(box: HTMLElement): () => void {
  let isDrawing = false
  const draw = (event: Event) => {
    if (isDrawing || event.target !== box) return
    // Listeners get this event instead, while React draws at once what they change.
    event.stopImmediatePropagation()
    isDrawing = true
    try {
      flushSync(() => box.dispatchEvent(new Event('scroll')))
    } finally {
      isDrawing = false
    }
  }
  box.addEventListener('scroll', draw, { capture: true })
  return () => box.removeEventListener('scroll', draw, { capture: true })
}
