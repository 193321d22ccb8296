import type { ReplicaTable } from '@nation/domain/replica'
import { Owed } from './owed'
import type { Batch, ReplicaMeta, Row } from './types'
import { TextMap } from './text-map'

/** The rows of a table, each with the number of its batch. */
export interface TableRows {
  readonly size: number
  readonly get: (id: string) => Row | undefined
  /** The number of the row's batch. */
  readonly batchOf: (id: string) => number | undefined
  /** Stores a row. Returns the batch of the row that it replaces. */
  readonly put: (row: Row, n: number) => number | undefined
  readonly delete: (id: string) => number | undefined
  /** Removes the rows of batches before this one. */
  readonly dropBefore: (n: number) => Dropped
  readonly rows: () => Iterable<Row>
}

/** Ids of removed rows, and their batches. */
export interface Dropped {
  readonly ids: readonly string[]
  readonly batches: ReadonlySet<number>
}

/** The number of empty places from which they are cleared. */
const mostEmpty = 4_096

/** Rows in the order in which they came. Three lists hold them, without an object for each row: there may be a hundred thousand. */
export class PlainRows implements TableRows {
  #places = new TextMap()
  #rows: (Row | undefined)[] = []
  #batches: number[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  get(id: string): Row | undefined {
    const place = this.#places.get(id)
    return place === undefined ? undefined : this.#rows[place]
  }

  batchOf(id: string): number | undefined {
    const place = this.#places.get(id)
    return place === undefined ? undefined : this.#batches[place]
  }

  put(row: Row, n: number): number | undefined {
    const place = this.#places.getOrSet(row.id, this.#rows.length)
    if (place === undefined) {
      this.#rows.push(row)
      this.#batches.push(n)
      this.#size++
      return undefined
    }
    const before = this.#batches[place]
    this.#rows[place] = row
    this.#batches[place] = n
    return before
  }

  delete(id: string): number | undefined {
    const place = this.#places.get(id)
    if (place === undefined) return undefined
    const before = this.#batches[place]
    this.#deleteAt(id, place)
    this.#tidy()
    return before
  }

  #deleteAt(id: string, place: number): void {
    this.#places.delete(id)
    this.#rows[place] = undefined
    this.#size--
  }

  dropBefore(n: number): Dropped {
    const [ids, batches] = [[] as string[], new Set<number>()]
    for (const [place, row] of this.#rows.entries()) {
      const batch = this.#batches[place]!
      if (row === undefined || batch >= n) continue
      ids.push(row.id)
      batches.add(batch)
      this.#deleteAt(row.id, place)
    }
    this.#tidy()
    return { ids, batches }
  }

  /** Clears empty places if there are many. An iteration that is under way still sees the old lists. */
  #tidy(): void {
    if (this.#rows.length - this.#size < Math.max(mostEmpty, this.#size)) return
    const [rows, batches] = [this.#rows, this.#batches]
    this.#places = new TextMap()
    this.#rows = []
    this.#batches = []
    this.#size = 0
    for (const [place, row] of rows.entries()) if (row) this.put(row, batches[place]!)
  }

  *rows(): Iterable<Row> {
    for (const row of this.#rows) if (row) yield row
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
  /** Batches with outdated rows, which need a rewrite. */
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

  /** Calls the listener after each batch that changes rows. Returns a function that stops it. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  /** Applies a batch: the higher number wins. If a table was read again, rows of its earlier batches are outdated. */
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
        this.placed(table, row, before === undefined)
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
        this.went(table, id)
      }
      changed.set(table, [...(changed.get(table) ?? []), ...ids])
    }
    this.#tell(changed)
  }

  /** A table was read to its end: its rows from before that read are removed. */
  dropBefore(table: ReplicaTable, n: number): void {
    const { ids, batches } = this.table(table).dropBefore(n)
    for (const before of batches) this.owed.gone(table, before)
    for (const id of ids) this.went(table, id)
    if (ids.length > 0) this.#tell(new Map([[table, ids]]))
  }

  clear(): void {
    for (const table of [...this.#tables.keys()]) this.dropBefore(table, Number.POSITIVE_INFINITY)
    this.#tables.clear()
    this.owed.clear()
  }

  /** Removes everything for good: rows that a running call still brings are ignored. */
  end(): void {
    this.#hasEnded = true
    this.clear()
  }

  /** Called for each stored row; `isNew` if there was no row of its id. */
  protected placed(_table: ReplicaTable, _row: Row, _isNew: boolean): void {}

  /** Called for each removed row. */
  protected went(_table: ReplicaTable, _id: string): void {}

  #tell(changed: Changed): void {
    if (changed.size > 0) for (const watcher of this.#watchers) watcher(changed)
  }
}
