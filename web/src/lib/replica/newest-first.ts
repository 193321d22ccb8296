import type { TableRows } from './memory'
import type { Row } from './types'

/**
 * The rows of a table from the newest on, kept in order while they come: a list of a hundred thousand is drawn again and again while it
 * is filled, and to sort all of them each time would hold up the page. Sorting goes on from what is in order already.
 */
export class NewestFirst {
  #rows: readonly Row[] = []
  /** Ids that came since, and those of rows that were there before and changed or went. */
  readonly #new = new Set<string>()
  readonly #changed = new Set<string>()

  /** @param time the field of a row that tells its time, in milliseconds */
  constructor(
    private readonly time: string,
    private readonly table: () => TableRows,
  ) {}

  /** A row came, changed or went. @param wasThere whether it was there before */
  note(id: string, wasThere: boolean): void {
    if (!wasThere) this.#new.add(id)
    else if (!this.#new.has(id)) this.#changed.add(id)
  }

  clear(): void {
    this.#rows = []
    this.#new.clear()
    this.#changed.clear()
  }

  /** All rows; the same list as long as none changed. */
  rows(): readonly Row[] {
    if (this.#new.size + this.#changed.size === 0) return this.#rows
    const kept = this.#changed.size === 0 ? this.#rows : this.#rows.filter(({ id }) => !this.#changed.has(id))
    this.#rows = kept.concat(this.#came()).sort(this.#laterFirst)
    this.#new.clear()
    this.#changed.clear()
    return this.#rows
  }

  readonly #laterFirst = (one: Row, other: Row): number => (other[this.time] as number) - (one[this.time] as number)

  #came(): Row[] {
    const [table, came] = [this.table(), [] as Row[]]
    const take = (id: string) => {
      const row = table.get(id)
      if (row) came.push(row)
    }
    for (const id of this.#changed) take(id)
    for (const id of this.#new) if (!this.#changed.has(id)) take(id)
    return came
  }
}
