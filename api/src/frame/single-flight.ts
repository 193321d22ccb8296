const mostKeys = 2_000

/**
 * Shares one computation among all who ask for the same key while it runs and for `ttlMs` after it began. A failure is
 * shared with those who waited for it and then forgotten.
 */
export function singleFlight<T>(ttlMs: number, clock: () => number = () => performance.now()) {
  const flights = new Map<string, { startedAt: number; result: Promise<T> }>()
  return (key: string, compute: () => Promise<T>): Promise<T> => {
    const now = clock()
    const known = flights.get(key)
    if (known && now - known.startedAt < ttlMs) return known.result
    if (flights.size >= mostKeys) flights.clear()
    const result = compute()
    const flight = { startedAt: now, result }
    flights.set(key, flight)
    result.catch(() => {
      if (flights.get(key) === flight) flights.delete(key)
    })
    return result
  }
}
