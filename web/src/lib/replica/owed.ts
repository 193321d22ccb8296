import type { ReplicaTable } from '@nation/domain/replica'

/** Tables of words: what was changed or deleted in them is not left on the disk. */
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
 * Batches that hold rows which count no more, by the tables of those rows. Nothing of this is stored: reading the batches finds it
 * again, so a crash forgets no duty.
 */
export class Owed {
  readonly #batches = new Map<number, Set<ReplicaTable>>()
  /** Of these tables a row went, or words were changed: their batches are rewritten at once, those with older copies too. */
  readonly #urgent = new Set<ReplicaTable>()

  /** A batch holds a row that was replaced. */
  replaced(table: ReplicaTable, n: number): void {
    const tables = this.#batches.get(n) ?? new Set()
    this.#batches.set(n, tables.add(table))
    if (words.has(table)) this.#urgent.add(table)
  }

  /** A batch holds a row that is there no more. */
  gone(table: ReplicaTable, n: number): void {
    this.replaced(table, n)
    this.#urgent.add(table)
  }

  /** A batch was rewritten, or deleted. */
  done(n: number): void {
    this.#batches.delete(n)
  }

  clear(): void {
    this.#batches.clear()
    this.#urgent.clear()
  }

  /** The batch that has waited longest; undefined where none does. */
  get next(): number | undefined {
    return this.#batches.keys().next().value
  }

  /** The same among those that are rewritten at once. */
  get urgent(): number | undefined {
    if (this.#urgent.size === 0) return undefined
    for (const [n, tables] of this.#batches) if ([...tables].some((table) => this.#urgent.has(table))) return n
    this.#urgent.clear()
    return undefined
  }
}
