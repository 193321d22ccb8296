/*
 * What the tabs of a browser share. A browser that stores nothing for a site (Firefox with cookies blocked) has these parts, and refuses
 * them with a SecurityError: each tab is then by itself.
 */

/**
 * Runs something while no other tab of this browser does the same, where the browser can promise that.
 * @param waits how long, in milliseconds, it waits for the others at most. A tab that the system has suspended would hold them up for good.
 */
export async function oneTabAtATime<T>(name: string, run: () => Promise<T>, waits?: number): Promise<T> {
  let begun: Promise<T> | undefined
  const begin = () => (begun ??= run())
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return begin()
  try {
    if (waits === undefined) return await navigator.locks.request(name, begin)
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(waits) }, begin)
  } catch {
    // The lock was refused or did not come in time, or what ran under it failed: then this is its failure.
    return begin()
  }
}

/** Waits to be the one tab of this name, and stays it until `until` is aborted. Without locks, every tab leads itself. */
export function leadTabs(name: string, until: AbortSignal, lead: () => void): void {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) {
    lead()
    return
  }
  let leads = false
  const begin = () => {
    leads = true
    lead()
  }
  navigator.locks
    .request(name, { signal: until }, () => {
      begin()
      return new Promise<void>((resolve) => until.addEventListener('abort', () => resolve()))
    })
    .catch(() => {
      // Aborted while waiting: nothing was led, nothing is to be ended. Refused: no other tab can lead, either.
      if (!leads && !until.aborted) begin()
    })
}

/** The channel between the tabs of this browser; null where the browser has no channels, or refuses them. */
export function channelOfTabs(name: string): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
