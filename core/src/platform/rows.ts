import type { DataSource } from 'typeorm'

/** The lock on a row: none, shared (the row must not change meanwhile), or for update. */
export type Lock = '' | 'LOCK IN SHARE MODE' | 'FOR UPDATE'

/** The locking clauses of a batch. */
export interface Locks {
  /** For a row that must not change meanwhile (shared). */
  readonly shared: string
  /** For a row that the batch locks exclusively. */
  readonly exclusive: string
  /**
   * For counters: the clause that locks them in the first message. With null they are locked only when they are changed, and
   * waited for.
   */
  readonly counters: string | null
}

/** Waits for every lock: for a transaction with a single request, which cannot be put back. */
export const waitForLocks: Locks = { shared: 'LOCK IN SHARE MODE', exclusive: 'FOR UPDATE', counters: null }

/**
 * Waits for no lock, except for those on counters (which can be skipped, too). Locked rows are missing in the answer. MariaDB and
 * MySQL have different clauses for a shared lock without waiting.
 */
export function skipLocked(database: DataSource, counters: 'waited for' | 'skipped'): Locks {
  const exclusive = 'FOR UPDATE SKIP LOCKED'
  const shared = database.options.type === 'mariadb' ? 'LOCK IN SHARE MODE SKIP LOCKED' : 'FOR SHARE SKIP LOCKED'
  return { shared, exclusive, counters: counters === 'skipped' ? exclusive : null }
}

/** A shared lock that is not waited for: the statement fails, and the call is answered `busy`, where the row is locked. */
export const sharedAtOnce = (database: Pick<DataSource, 'options'>): string =>
  database.options.type === 'mariadb' ? 'LOCK IN SHARE MODE NOWAIT' : 'FOR SHARE NOWAIT'

/** The same values without duplicates. */
export const distinct = <T>(values: Iterable<T>): T[] => [...new Set(values)]

/**
 * The value of `(a, b) IN (?)`: tuples of one key, at least one. MariaDB looks for a single tuple of an UPDATE or a DELETE through the whole
 * table, and for two of them by key: a single one is named twice.
 */
export const tuplesOf = <T>(tuples: readonly T[]): readonly T[] =>
  tuples.length === 1 ? [...tuples, ...tuples] : tuples

/** The rows in a map, by one of their columns. */
export const indexBy = <T>(rows: readonly T[], key: (row: T) => string): Map<string, T> =>
  new Map(rows.map((row) => [key(row), row]))

/** The rows in groups, by one of their columns. */
export function groupBy<T, K>(rows: readonly T[], key: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(row)
    else groups.set(key(row), [row])
  }
  return groups
}

/** Compares row keys, which are strings, by their number. Locks are taken in this order. */
export const byKey = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
