import { useCallback, useLayoutEffect, useRef, type RefCallback } from 'react'

/** What holds one thing of a list. */
const item = 'li, article'
const focusable = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]'
const heading = 'h1, h2, h3'

/**
 * Remembers the item in which the focus is, before a question about it is asked. What it answers moves the focus off that item,
 * which is about to go: to the next one, the one before, or the heading above. Without it the focus would be lost with the item.
 */
export function rememberItem(): () => void {
  const from = document.activeElement?.closest('li') ?? document.activeElement?.closest(item)
  return () => {
    if (!from) return
    const target = neighbourOf(from) ?? headingAbove(from)
    if (target) take(target)
  }
}

/**
 * The ref of what may go while it has the focus, such as a button that goes with what it did. The focus then goes on to what `target`
 * finds once the page is drawn without it; it is given what stood around it. Without a `target`, or where that finds nothing: to the
 * item in which it was, the next one, the one before, or the heading above.
 */
export function useFocusGoesOn(target?: (around: HTMLElement | null) => HTMLElement | null | undefined) {
  const latest = useRef(target)
  useLayoutEffect(() => {
    latest.current = target
  })
  return useCallback<RefCallback<HTMLElement>>((element) => {
    if (!element) return
    return () => {
      if (!element.contains(document.activeElement)) return
      const around = element.parentElement
      const from = element.closest('li') ?? element.closest(item)
      const others = [from && neighbourOf(from), headingAbove(from ?? element)]
      // It is still there: React takes it away in the same task.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        const same = from?.isConnected ? from.querySelector<HTMLElement>(focusable) : null
        const next = [latest.current?.(around), same, ...others].find((one) => one?.isConnected)
        if (next) take(next)
      })
    }
  }, [])
}

/** Gives the focus to an element, also to one that is not in the order of the Tab key. */
export function take(target: HTMLElement): void {
  if (target.matches(heading) || target.matches(item)) target.tabIndex = -1
  target.focus()
}

function neighbourOf(from: Element): HTMLElement | null {
  for (const other of [from.nextElementSibling, from.previousElementSibling]) {
    const found = other?.matches(item) ? other.querySelector<HTMLElement>(focusable) : null
    if (found) return found
  }
  return null
}

function headingAbove(from: Element): HTMLElement | null {
  for (let around = from.parentElement; around; around = around.parentElement) {
    const found = [...around.querySelectorAll<HTMLElement>(heading)].filter(
      (one) => !from.contains(one) && one.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING,
    )
    const nearest = found.at(-1)
    if (nearest) return nearest
  }
  return null
}

/**
 * Remembers the end of the list above a button that brings more of it. Answers how to find what came first with the rest; the end as
 * it was where nothing came.
 */
export function rememberEnd(button: Element): () => HTMLElement | null {
  const around = button.closest<HTMLElement>('[role="region"], section, main')
  const itemsNow = () => [...(around?.querySelectorAll<HTMLElement>(item) ?? [])]
  const isBefore = (one: Element, other: Element) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const known = new Set(itemsNow())
  const last = [...known].filter((one) => isBefore(one, button)).at(-1)
  return () => {
    // A list that begins below its button, in a window that scrolls.
    if (!last) return around
    // An item may hold a list of its own, or be in one that has just begun.
    const next = itemsNow().find((one) => !known.has(one) && isBefore(last, one)) ?? last
    return next.querySelector<HTMLElement>(focusable) ?? next
  }
}
