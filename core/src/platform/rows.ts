/** How a row is locked: not at all, shared (whoever only relies on it), or for itself (whoever changes it). */
export type Lock = '' | 'LOCK IN SHARE MODE' | 'FOR UPDATE'

/** The same values, each once. */
export const distinct = <T>(values: Iterable<T>): T[] => [...new Set(values)]

/** The rows by one of their columns. */
export const indexBy = <T>(rows: readonly T[], key: (row: T) => string): Map<string, T> =>
  new Map(rows.map((row) => [key(row), row]))

/** Numeric order of row keys, which arrive as strings. Locks are taken in this order. */
export const byKey = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
