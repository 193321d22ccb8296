const mostKeys = 2_000

interface Flight<T> {
  readonly startedAt: number
  readonly result: Promise<T>
  landed: boolean
}

/**
 * Shares one computation among all requests for the same key while it runs, and its result until `ttlMs` after its start. A
 * failure is returned to those that waited, and not stored.
 */
export function singleFlight<T>(ttlMs: number, clock: () => number = () => performance.now()) {
  const flights = new Map<string, Flight<T>>()
  const forget = (key: string, flight: Flight<T>) => {
    if (flights.get(key) === flight) flights.delete(key)
  }
  return (key: string, compute: () => Promise<T>): Promise<T> => {
    const now = clock()
    const known = flights.get(key)
    const fresh = known && (!known.landed || now - known.startedAt < ttlMs)
    if (fresh) return known.result
    if (flights.size >= mostKeys) flights.clear()
    const flight: Flight<T> = { startedAt: now, result: compute(), landed: false }
    flights.set(key, flight)
    flight.result.then(
      () => {
        flight.landed = true
        // A result that is too old to be shared is not stored.
        setTimeout(() => forget(key, flight), ttlMs).unref()
      },
      () => forget(key, flight),
    )
    return flight.result
  }
}
