import type { ReplicaTable } from '@nation/domain/replica'
import { Owed } from './owed'
import type { Batch, ReplicaMeta, Row } from './types'
import { TextMap } from './text-map'

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

/** So many empty places are cleared away at once. */
const mostEmpty = 4_096

/** Rows as they came, in their order. A hundred thousand are three lists, and no object for each beside the row. */
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

  /** Clears empty places away where they are many. Who goes through the rows meanwhile sees those that were there. */
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

  /** Calls the listener at every change, once a batch. Returns a function that stops it. */
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

  /** A table was read to its end: what it had before, and was not in it any more, goes. */
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

  /** Takes everything away for good: what a call that is still under way brings is not taken. */
  end(): void {
    this.#hasEnded = true
    this.clear()
  }

  /** A row was taken; `isNew` where none of its id was there. */
  protected placed(_table: ReplicaTable, _row: Row, _isNew: boolean): void {}

  /** A row is there no more. */
  protected went(_table: ReplicaTable, _id: string): void {}

  #tell(changed: Changed): void {
    if (changed.size > 0) for (const watcher of this.#watchers) watcher(changed)
  }
}
