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
