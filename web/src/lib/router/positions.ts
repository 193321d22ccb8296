const KEY = 'scroll-positions'

function read(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

/** How far down one was on each page of this tab's history, in CSS pixels, by the key of its location. */
export function createPositions() {
  const kept = read()
  return {
    of: (key: string): number | undefined => kept[key],
    /** Keeps how far down one is now. */
    keep: (key: string): void => void (kept[key] = scrollY),
    /** Keeps all of them for the next page of this tab. */
    store(): void {
      try {
        sessionStorage.setItem(KEY, JSON.stringify(kept))
      } catch {
        // The browser keeps nothing: the next page begins at its top.
      }
    },
  }
}
