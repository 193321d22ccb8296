import type { DataSource } from 'typeorm'

/** How a row is locked: not at all, shared (whoever only relies on it), or for itself (whoever changes it). */
export type Lock = '' | 'LOCK IN SHARE MODE' | 'FOR UPDATE'

/** The clauses with which the votes of a batch lock their rows. */
export interface Locks {
  /** For a row that the votes only rely on. */
  readonly shared: string
  /** For a row that the votes take for themselves. */
  readonly own: string
  /** For counters: locked beforehand with this clause, or, when null, waited for at the moment of their change. */
  readonly counters: string | null
}

/** Waits for every row: for a transaction that has one change to make and nothing to put back. */
export const waiting: Locks = { shared: 'LOCK IN SHARE MODE', own: 'FOR UPDATE', counters: null }

/**
 * Waits for no row but, unless told to skip those, too, the counters: what another transaction holds is left out of the
 * answer. The databases have no common words for a shared lock that is not waited for.
 */
export function skipping(database: DataSource, counters: 'waited for' | 'skipped'): Locks {
  const own = 'FOR UPDATE SKIP LOCKED'
  const shared = database.options.type === 'mariadb' ? 'LOCK IN SHARE MODE SKIP LOCKED' : 'FOR SHARE SKIP LOCKED'
  return { shared, own, counters: counters === 'skipped' ? own : null }
}

/** The same values, each once. */
export const distinct = <T>(values: Iterable<T>): T[] => [...new Set(values)]

/**
 * The value of `(a, b) IN (?)`: tuples of one key, at least one. MariaDB looks for a single tuple of an UPDATE or a DELETE through the whole
 * table, and for two of them by key: a single one is named twice.
 */
export const tuplesOf = <T>(tuples: readonly T[]): readonly T[] =>
  tuples.length === 1 ? [...tuples, ...tuples] : tuples

/** The rows by one of their columns. */
export const indexBy = <T>(rows: readonly T[], key: (row: T) => string): Map<string, T> =>
  new Map(rows.map((row) => [key(row), row]))

/** The rows in groups that have one of their columns in common, in one pass. */
export function groupBy<T, K>(rows: readonly T[], key: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(row)
    else groups.set(key(row), [row])
  }
  return groups
}

/** Numeric order of row keys, which arrive as strings. Locks are taken in this order. */
export const byKey = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
