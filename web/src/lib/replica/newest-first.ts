import type { TableRows } from './memory'
import type { Row } from './types'

/**
 * The rows of a table, the newest first, sorted while they arrive. A list of a hundred thousand rows is drawn many times while it
 * fills, and sorting all of them each time would block the page. So each sort continues from the rows that are in order already.
 */
export class NewestFirst {
  #rows: readonly Row[] = []
  /** Rows that arrived since the last sort, and ids of rows that changed or were deleted. */
  #new: Row[] = []
  readonly #changed = new Set<string>()

  /** @param time the field of a row with its time, in milliseconds */
  constructor(
    private readonly time: string,
    private readonly table: () => TableRows,
  ) {}

  came(row: Row): void {
    this.#new.push(row)
  }

  /** Notes that a known row changed or was deleted. */
  changed(id: string): void {
    this.#changed.add(id)
  }

  clear(): void {
    this.#rows = []
    this.#new = []
    this.#changed.clear()
  }

  /** All rows; the same list as long as none changes. */
  rows(): readonly Row[] {
    if (this.#new.length + this.#changed.size === 0) return this.#rows
    // A row that arrived and changed since is taken as it is now.
    const stays = ({ id }: Row) => !this.#changed.has(id)
    const isSame = this.#changed.size === 0
    const [left, came] = isSame ? [this.#rows, this.#new] : [this.#rows.filter(stays), this.#new.filter(stays)]
    this.#rows = left.concat(came, this.#changedRows()).sort(this.#laterFirst)
    this.#new = []
    this.#changed.clear()
    return this.#rows
  }

  readonly #laterFirst = (one: Row, other: Row): number => (other[this.time] as number) - (one[this.time] as number)

  #changedRows(): Row[] {
    const table = this.table()
    return [...this.#changed].flatMap((id) => table.get(id) ?? [])
  }
}
