import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { useLocation } from 'react-router-dom'

/** How far the button moves up in one step, in pixels, and how often, before it gives way to the side. */
const STEP = 64
const STEPS = 5

/** A page has come to rest when nothing has moved for this long, in milliseconds. */
const REST = 120

/** What may not be covered: all that can be pressed, and bars that stay in view with what they say. */
const avoided = 'a[href], button, input, select, textarea, summary, label, [role="button"], [role="tab"], [data-bar]'

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** Where everything on screen is that may not be covered, apart from what is in `own`. */
const avoidedBoxes = (entries: readonly IntersectionObserverEntry[], widget: Element): Box[] =>
  entries
    .filter(({ target, isIntersecting }) => isIntersecting && !widget.contains(target))
    .map(({ boundingClientRect }) => boundingClientRect)
    .filter(({ width, height }) => width > 0 && height > 0)

/** How far apart the points are at which a spot is looked at for words, in pixels: less than a line is high. */
const GRID = 16

/** Whether words are drawn in a box, apart from those of `own`. */
function coversWords(box: Box, widget: Element): boolean {
  const range = document.createRange()
  for (let y = box.top; y <= box.bottom; y += GRID)
    for (let x = box.left; x <= box.right; x += GRID)
      for (const one of document.elementsFromPoint(x, y))
        for (const part of widget.contains(one) ? [] : one.childNodes)
          if (part instanceof Text) {
            range.selectNode(part)
            for (const line of range.getClientRects()) if (overlap(line, box)) return true
          }
  return false
}

/**
 * How far a floating button has to move up, so that it covers nothing that can be pressed and no bar, and on phones no words; null
 * where no place is free. It looks when the page has come to rest after scrolling, when its size or what is on it changes, and on another page.
 */
export function useClearSpot(button: RefObject<HTMLElement | null>): number | null {
  const [lift, setLift] = useState<number | null>(0)
  const { pathname } = useLocation()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let boxes: IntersectionObserver | undefined
    // The observer reports the boxes with the next frame: to ask for each would have it lay out the page at once, with all the parts
    // that it leaves for later because they are far below.
    const look = () => {
      const place = button.current
      boxes?.disconnect()
      if (!place) return
      boxes = new IntersectionObserver((entries, observer) => {
        observer.disconnect()
        choose(place, avoidedBoxes(entries, place))
      })
      for (const one of [place, ...document.querySelectorAll(avoided)]) boxes.observe(one)
    }
    const choose = (place: HTMLElement, others: readonly Box[]) => {
      const { offsetWidth, offsetHeight } = place
      const style = getComputedStyle(place)
      // Where it stands without having moved.
      const right = document.documentElement.clientWidth - Number.parseFloat(style.right)
      const bottom = innerHeight - Number.parseFloat(style.bottom)
      // Phones have no margin beside the words.
      const narrow = innerWidth < 768
      const free = Array.from({ length: STEPS + 1 }, (_, step) => step * STEP).find((up) => {
        const box = { left: right - offsetWidth, right, top: bottom - offsetHeight - up, bottom: bottom - up }
        return !others.some((other) => overlap(box, other)) && !(narrow && coversWords(box, place))
      })
      setLift(free ?? null)
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(look, REST)
    }
    // Something may come without a change of size. What changes all the time does not put this look off.
    let due: ReturnType<typeof setTimeout> | undefined
    const changes = new MutationObserver(() => {
      due ??= setTimeout(() => {
        due = undefined
        look()
      }, REST)
    })
    later()
    const sizes = new ResizeObserver(later)
    sizes.observe(document.body)
    changes.observe(document.body, { childList: true, subtree: true })
    addEventListener('scroll', later, { passive: true, capture: true })
    addEventListener('resize', later)
    return () => {
      clearTimeout(timer)
      clearTimeout(due)
      boxes?.disconnect()
      sizes.disconnect()
      changes.disconnect()
      removeEventListener('scroll', later, { capture: true })
      removeEventListener('resize', later)
    }
  }, [button, pathname])
  return lift
}
