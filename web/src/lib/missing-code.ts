const missing = new WeakSet<object>()

/** So long after another page was asked for, in milliseconds, this one is about to go; later it stays, as after a download. */
const LEAVING_MS = 10_000

/** When another page was asked for, on the clock of this one. */
let leftAt = -Infinity

/** Remembers which errors mean that code did not arrive: the build announces every import that fails, wherever it stands. */
export function watchImports(): void {
  addEventListener('vite:preloadError', ({ payload }) => missing.add(payload))
  addEventListener('beforeunload', () => (leftAt = performance.now()))
  // Back again, by the browser's cache of whole pages.
  addEventListener('pageshow', () => (leftAt = -Infinity))
}

/**
 * Waits as long as this page is about to go. Firefox breaks off what a page loads when another is asked for: code that is missing then says
 * nothing of a new build, and a reload would hold visitors back who were on their way.
 */
export async function untilItStays(): Promise<void> {
  for (;;) {
    const left = leftAt + LEAVING_MS - performance.now()
    if (left <= 0) return
    await new Promise((resolve) => setTimeout(resolve, left))
  }
}

/** Whether this error means that code of the app did not arrive. */
export function isMissingCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error)
}

/** A nation that says nothing for this long, in milliseconds, does not answer. */
const ANSWERS_MS = 8_000

/** Whether the nation answers now. A device without a connection need not be asked. */
export async function nationAnswers(): Promise<boolean> {
  if (!navigator.onLine) return false
  return fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(ANSWERS_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

const RELOADED = 'reloadedForCode'

/**
 * Loads this page again, which brings a new build's code after a deploy; once for each entry of the browser's history.
 * Answers false where that was tried already.
 */
export function reloadOnce(): boolean {
  const state = (history.state ?? {}) as Record<string, unknown>
  if (state[RELOADED] === true) return false
  history.replaceState({ ...state, [RELOADED]: true }, '')
  location.reload()
  return true
}
