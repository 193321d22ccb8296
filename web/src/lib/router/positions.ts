const KEY = 'scroll-positions'

function read(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

/** The scroll positions of this tab's history, in CSS pixels, by the key of the location. They survive a reload. */
export function createPositions() {
  const saved = read()
  return {
    of: (key: string): number | undefined => saved[key],
    /** Saves the current scroll position. */
    save: (key: string): void => void (saved[key] = scrollY),
    /** Writes all positions into the session storage. */
    store(): void {
      try {
        sessionStorage.setItem(KEY, JSON.stringify(saved))
      } catch {
        // Storage is off or full: after a reload the page is at its top.
      }
    },
  }
}
