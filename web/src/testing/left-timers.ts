/*
 * A timer that a test leaves, such as the one after which a change is read once more, would ring in the test after it and ask that one's
 * nation. So those that are set in a test end with it, as its fake ones do.
 */
const left: NodeJS.Timeout[] = []

function remembering<Start extends typeof setTimeout | typeof setInterval>(start: Start): Start {
  const started = (...given: Parameters<Start>) => {
    const timer = (start as (...given: Parameters<Start>) => NodeJS.Timeout)(...given)
    left.push(timer)
    return timer
  }
  return Object.assign(started, start) as Start
}

globalThis.setTimeout = remembering(globalThis.setTimeout)
globalThis.setInterval = remembering(globalThis.setInterval)

/** Leaves alone what was set before a test: it belongs to its file. */
export const keepEarlierTimers = (): void => void left.splice(0)

/** Ends what was set since. */
export function endLeftTimers(): void {
  for (const timer of left.splice(0)) clearTimeout(timer)
}
