/** Runs something while no other tab of this browser does the same, where the browser can promise that. */
export function oneTabAtATime<T>(name: string, run: () => Promise<T>): Promise<T> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return run()
  return navigator.locks.request(name, run)
}

/** Waits to be the one tab of this name, and stays it until `until` is aborted. Without locks, every tab leads itself. */
export function leadTabs(name: string, until: AbortSignal, lead: () => void): void {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) {
    lead()
    return
  }
  navigator.locks
    .request(name, { signal: until }, () => {
      lead()
      return new Promise<void>((resolve) => until.addEventListener('abort', () => resolve()))
    })
    .catch(() => {
      // Aborted while waiting: nothing was led, nothing is to be ended.
    })
}
