/** What React Router stores in an entry of the browser's history. */
interface Marks {
  readonly key?: string
  /** How many entries of this tab are before it. */
  readonly idx?: number
}

const marks = () => history.state as Marks | null

/**
 * Gives the entries that the browser makes itself (the first page of a tab, a pressed `#fragment`) the marks of those that React Router
 * makes. To React Router, all entries without a key have the same one: the scroll position of one would be restored on the next. Without
 * a number, a step back from such an entry could not be reverted.
 * Must run before React Router's history is made, so that the entry has its marks when React Router hears of it.
 * @returns to be called after each navigation
 */
export function markEntries(): () => void {
  let at = -1
  let href = ''
  const note = () => {
    at = marks()?.idx ?? at
    href = location.href
  }
  const mark = () => {
    // A fragment that is pressed once more replaces its entry.
    const { key, idx = location.href === href ? at : at + 1 } = marks() ?? {}
    if (key === undefined) history.replaceState({ ...marks(), key: newKey(), idx }, '')
    note()
  }
  mark()
  addEventListener('popstate', mark)
  return note
}

const newKey = () => Math.random().toString(36).slice(2, 12)
