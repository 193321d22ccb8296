import type { ReplicaTable } from '@nation/domain/replica'
import { OrderedMap } from './ordered-map'
import { Owed } from './owed'
import type { Batch, ReplicaMeta, Row } from './types'

/** The rows of a table, each with the number of the batch that it came in. */
export interface TableRows {
  readonly size: number
  readonly get: (id: string) => Row | undefined
  /** The number of the batch that the row is of. */
  readonly batchOf: (id: string) => number | undefined
  /** Answers the batch that had the row until now. */
  readonly put: (row: Row, n: number) => number | undefined
  readonly delete: (id: string) => number | undefined
  /** Takes away what came in batches before this one. */
  readonly dropBefore: (n: number) => Dropped
  readonly rows: () => Iterable<Row>
}

/** Ids of rows that were taken away, and the batches that they were of. */
export interface Dropped {
  readonly ids: readonly string[]
  readonly batches: ReadonlySet<number>
}

/** Rows as they came. */
export class PlainRows implements TableRows {
  readonly #rows = new OrderedMap<{ readonly row: Row; readonly n: number }>()

  get size(): number {
    return this.#rows.size
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id)?.row
  }

  batchOf(id: string): number | undefined {
    return this.#rows.get(id)?.n
  }

  put(row: Row, n: number): number | undefined {
    return this.#rows.set(row.id, { row, n })?.n
  }

  delete(id: string): number | undefined {
    const before = this.batchOf(id)
    this.#rows.delete(id)
    this.#rows.tidy()
    return before
  }

  dropBefore(n: number): Dropped {
    const [ids, batches] = [[] as string[], new Set<number>()]
    for (const [id, held] of this.#rows) {
      if (held.n >= n) continue
      ids.push(id)
      batches.add(held.n)
      this.#rows.delete(id)
    }
    this.#rows.tidy()
    return { ids, batches }
  }

  *rows(): Iterable<Row> {
    for (const [, { row }] of this.#rows) yield row
  }
}

/** The ids of the rows that changed, by table. */
export type Changed = ReadonlyMap<ReplicaTable, readonly string[]>

type Watcher = (changed: Changed) => void

/** All rows of a replica, in memory. */
export class Memory {
  readonly #tables = new Map<ReplicaTable, TableRows>()
  readonly #watchers = new Set<Watcher>()
  #hasEnded = false
  /** Batches that hold rows which count no more. */
  readonly owed = new Owed()

  constructor(private readonly made: (table: ReplicaTable) => TableRows = () => new PlainRows()) {}

  table(table: ReplicaTable): TableRows {
    const known = this.#tables.get(table)
    if (known) return known
    const rows = this.made(table)
    this.#tables.set(table, rows)
    return rows
  }

  get size(): number {
    return [...this.#tables.values()].reduce((sum, { size }) => sum + size, 0)
  }

  /** Tells of every change, once a batch. Answers how to stop. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  /** Takes a batch: the later number wins. Of a table that was read anew, rows of earlier batches count no more. */
  apply({ put, gone }: Batch, n: number, since: ReplicaMeta['since'] = {}): void {
    if (this.#hasEnded) return
    const changed = new Map<ReplicaTable, string[]>()
    for (const [name, rows] of Object.entries(put)) {
      const table = name as ReplicaTable
      if (n < (since[table] ?? 0)) {
        this.owed.gone(table, n)
        continue
      }
      const held = this.table(table)
      for (const row of rows) {
        const before = held.put(row, n)
        if (before !== undefined && before !== n) this.owed.replaced(table, before)
      }
      changed.set(
        table,
        rows.map(({ id }) => id),
      )
    }
    for (const [name, ids] of Object.entries(gone)) {
      const table = name as ReplicaTable
      if (n < (since[table] ?? 0)) continue
      const held = this.table(table)
      for (const id of ids) {
        const before = held.delete(id)
        if (before !== undefined) this.owed.gone(table, before)
      }
      changed.set(table, [...(changed.get(table) ?? []), ...ids])
    }
    this.#tell(changed)
  }

  /** A table was read to its end: what it had before, and was not in it any more, goes. */
  dropBefore(table: ReplicaTable, n: number): void {
    const { ids, batches } = this.table(table).dropBefore(n)
    for (const before of batches) this.owed.gone(table, before)
    if (ids.length > 0) this.#tell(new Map([[table, ids]]))
  }

  clear(): void {
    for (const table of [...this.#tables.keys()]) this.dropBefore(table, Number.POSITIVE_INFINITY)
    this.#tables.clear()
    this.owed.clear()
  }

  /** Takes everything away for good: what a call that is still under way brings is not taken. */
  end(): void {
    this.#hasEnded = true
    this.clear()
  }

  #tell(changed: Changed): void {
    if (changed.size > 0) for (const watcher of this.#watchers) watcher(changed)
  }
}
