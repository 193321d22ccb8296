/** What a citizen is called who has no name (requirements 1.3). */
export const anonymous = 'Anonymous'

/** The name to show. */
export const usernameOf = (name: string | null | undefined): string => {
  const trimmed = name?.trim() ?? ''
  return trimmed === '' ? anonymous : trimmed
}

/**
 * Any of the ways in which a date arrives, as epoch milliseconds: a number of milliseconds, a date string, a Date, or an
 * object with `seconds` (and perhaps `nanoseconds`). Null when it is none of these (requirements 1.3).
 */
export function epochMs(value: unknown): number | null {
  if (typeof value === 'number') return whole(value)
  if (value instanceof Date) return whole(value.getTime())
  if (typeof value === 'string') return value.trim() === '' ? null : whole(Date.parse(value))
  if (typeof value !== 'object' || value === null) return null
  const { seconds, nanoseconds } = value as { seconds?: unknown; nanoseconds?: unknown }
  if (typeof seconds !== 'number') return null
  return whole(seconds * 1000 + (typeof nanoseconds === 'number' ? Math.floor(nanoseconds / 1e6) : 0))
}

/** The last instant that a date can hold, either way. */
const farthest = 8_640_000_000_000_000

const whole = (ms: number): number | null => (Math.abs(ms) <= farthest ? Math.trunc(ms) + 0 : null)
