/** The nation's time in the browser: the device's clock, corrected by what the server's answers say. */

let offset = 0
let bestRoundTrip = Infinity
let learntAt = 0

/** How long the quickest answer is preferred to later ones. */
const TRUST = 5_000

/** An attempt waits no longer (`defaultRetries`): an answer of later is of a device that slept meanwhile, and its middle is anywhere. */
const LONGEST_ROUND_TRIP = 15_000

/** The nation's time in epoch milliseconds. */
export const serverNow = (): number => Math.round(Date.now() + offset)

/** By how many milliseconds the device's clock is ahead of the nation's; 0 before an answer said otherwise. */
export const clockAhead = (): number => -Math.round(offset)

/**
 * Takes a server's word for the time, the `x-nation-time` of an answer. `sentAt` and `receivedAt` are the device's own:
 * the word is taken to be from the middle between them. (`Date` would be the machine's time, which need not be the
 * nation's.)
 */
export function learnServerTime(time: string | null, sentAt: number, receivedAt: number): void {
  const instant = Number(time)
  if (time === null || time === '' || !Number.isFinite(instant)) return
  const roundTrip = receivedAt - sentAt
  if (roundTrip > LONGEST_ROUND_TRIP) return
  const heard = instant - (sentAt + receivedAt) / 2
  const moved = Math.abs(heard - offset) > roundTrip + bestRoundTrip
  // A quicker answer knows the time better; after a while any answer does, for devices drift and sleep. A time that the
  // round trips cannot explain means that a clock was set.
  if (roundTrip > bestRoundTrip && !moved && receivedAt - learntAt < TRUST) return
  offset = heard
  bestRoundTrip = roundTrip
  learntAt = receivedAt
}

/** Forgets what was learnt; for tests. */
export function clearServerTime(): void {
  offset = 0
  bestRoundTrip = Infinity
  learntAt = 0
}
