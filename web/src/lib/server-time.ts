/** The nation's time in the browser: the device's clock, corrected by what the server's answers say. */

let offset = 0
let precise = false

/** The nation's time in epoch milliseconds. */
export const serverNow = (): number => Math.round(Date.now() + offset)

/**
 * Takes a server's word for the time. `sentAt` and `receivedAt` are the device's own: the word is taken to be from the
 * middle between them. A `Date` header counts whole seconds, so it only helps until an answer with a `now` was seen.
 */
export function learnServerTime(
  told: { now?: number; date?: string | null },
  sentAt: number,
  receivedAt: number,
): void {
  const middle = (sentAt + receivedAt) / 2
  if (typeof told.now === 'number' && Number.isFinite(told.now)) {
    offset = told.now - middle
    precise = true
  } else if (!precise && told.date) {
    const instant = Date.parse(told.date)
    if (!Number.isNaN(instant)) offset = instant + 500 - middle
  }
}

/** Forgets what was learnt; for tests. */
export function forgetServerTime(): void {
  offset = 0
  precise = false
}
