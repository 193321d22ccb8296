import { rowsOfPage, replicaTables, type ReplicaPage, type ReplicaTable } from '@nation/domain/replica'
import { read, type Runtime } from '../platform'
import { openReplica, replicaChanges, replicaPage } from '.'

type Rows = Map<string, unknown>

/** A replica as a console keeps it, in memory. */
export class ReplicaModel {
  readonly tables = new Map<ReplicaTable, Rows>()
  position = ''

  constructor(private readonly runtime: Runtime) {}

  /** Reads every table. `between` pages, the nation may change. */
  async fill({ limit = 1_000, between = () => Promise.resolve() }: FillOptions = {}): Promise<this> {
    const { position } = await read(this.runtime, null, (ctx) => openReplica(ctx))
    this.position = position
    for (const table of replicaTables) await this.#fillTable(table, limit, between)
    return this
  }

  async #fillTable(table: ReplicaTable, limit: number, between: () => Promise<unknown>): Promise<void> {
    const rows: Rows = new Map()
    let after: string | undefined
    do {
      const text = await read(this.runtime, null, (ctx) => replicaPage(ctx, { table, after, limit }))
      const page = JSON.parse(text.toString()) as ReplicaPage
      for (const row of rowsOfPage(page)) rows.set(row.id, row)
      after = page.next ?? undefined
      this.tables.set(table, rows)
      await between()
    } while (after !== undefined)
  }

  /** Reads what changed. Returns whether the server asked for a new snapshot. */
  async pull(): Promise<{ readonly reset: boolean }> {
    for (;;) {
      const answer = await read(this.runtime, null, (ctx) => replicaChanges(ctx, { after: this.position }))
      this.position = answer.position
      if (answer.reset) return { reset: true }
      for (const table of answer.again) await this.#fillTable(table, 1_000, () => Promise.resolve())
      for (const table of replicaTables) {
        const rows = this.tables.get(table) ?? new Map<string, unknown>()
        for (const row of answer.put[table] ?? []) rows.set(row.id, row)
        for (const id of answer.gone[table] ?? []) rows.delete(id)
        this.tables.set(table, rows)
      }
      if (!answer.more) return { reset: false }
    }
  }

  /** All rows, in a form that is compared. */
  get contents(): Record<string, unknown> {
    return Object.fromEntries(
      [...this.tables].map(([table, rows]) => [
        table,
        Object.fromEntries([...rows].sort(([one], [other]) => (one < other ? -1 : 1))),
      ]),
    )
  }
}

interface FillOptions {
  readonly limit?: number
  readonly between?: () => Promise<unknown>
}
