import type { ReplicaTable } from '@nation/domain/replica'

/** Tables with texts of people: a text that was changed or deleted must not stay on the disk. */
const words: ReadonlySet<ReplicaTable> = new Set([
  'broadcasts',
  'chat',
  'candidacies',
  'tasks',
  'responses',
  'polls',
  'gazette',
  'audit',
])

/**
 * Batches with outdated rows, by the tables of those rows: they need a rewrite. This list is not stored. Reading the batches at the
 * next start finds them again, so a crash loses no rewrite.
 */
export class Owed {
  readonly #batches = new Map<number, Set<ReplicaTable>>()
  /** Tables with a deleted row or a changed text: their batches are rewritten at once, those with older copies too. */
  readonly #urgent = new Set<ReplicaTable>()

  /** Adds a batch with a replaced row. */
  replaced(table: ReplicaTable, n: number): void {
    const tables = this.#batches.get(n) ?? new Set()
    this.#batches.set(n, tables.add(table))
    if (words.has(table)) this.#urgent.add(table)
  }

  /** Adds a batch with a deleted row. */
  gone(table: ReplicaTable, n: number): void {
    this.replaced(table, n)
    this.#urgent.add(table)
  }

  /** Removes a batch that was rewritten or deleted. */
  done(n: number): void {
    this.#batches.delete(n)
  }

  clear(): void {
    this.#batches.clear()
    this.#urgent.clear()
  }

  /** The batch that has waited longest; undefined without one. */
  get next(): number | undefined {
    return this.#batches.keys().next().value
  }

  /** The same among the batches that are rewritten at once. */
  get urgent(): number | undefined {
    if (this.#urgent.size === 0) return undefined
    for (const [n, tables] of this.#batches) if ([...tables].some((table) => this.#urgent.has(table))) return n
    this.#urgent.clear()
    return undefined
  }
}
