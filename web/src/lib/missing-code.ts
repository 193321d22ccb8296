const missing = new WeakSet<object>()

/** Remembers which errors mean that code did not arrive: the build announces every import that fails, wherever it stands. */
export function watchImports(): void {
  addEventListener('vite:preloadError', ({ payload }) => missing.add(payload))
}

/** Whether this error means that code of the app did not arrive. */
export function isMissingCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error)
}

/** Whether the nation answers now. A device without a connection need not be asked. */
export async function nationAnswers(): Promise<boolean> {
  if (!navigator.onLine) return false
  return fetch('/api/health', { cache: 'no-store' }).then(
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
