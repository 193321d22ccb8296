import type { EntityManager } from 'typeorm'
import type { ReplicaRow, ReplicaTable } from '@nation/domain/replica'
import { readCursor, writeCursor, column, readRows, type Column, type RowOf, type Shape } from '../platform'

/** A table of a replica: how its rows are read, all of them page by page, or some by their ids. */
export interface Source<Table extends ReplicaTable = ReplicaTable> {
  readonly page: (db: EntityManager, after: string | undefined, limit: number) => Promise<Page<ReplicaRow<Table>>>
  readonly byId: (db: EntityManager, ids: readonly string[]) => Promise<ReplicaRow<Table>[]>
}

export interface Page<Row> {
  readonly rows: Row[]
  readonly next: string | null
}

interface Definition<Table extends ReplicaTable, S extends Shape> {
  readonly shape: S
  /** SQL of the columns of `shape`. */
  readonly columns: string
  /** Where they come from, joins included. */
  readonly from: string
  /** Which rows a replica has; all of them without it. */
  readonly where?: string
  /** The ascending key by which pages go on. */
  readonly key: string
  /** The column by which a row is asked for. */
  readonly id: string
  /** How many rows a page has at most; 1,000 without it, since a row is several ones to the database where tables are joined. */
  readonly most?: number
  readonly present: (row: RowOf<S>) => ReplicaRow<Table>
}

const mostRows = 1_000

/** A table that one statement reads. */
export function source<Table extends ReplicaTable, S extends Shape>(of: Definition<Table, S>): Source<Table> {
  const shape = { ...of.shape, page_key: column.key } as S & { page_key: Column<string> }
  const select = `SELECT ${of.columns}, ${of.key} AS page_key FROM ${of.from} WHERE ${of.where ?? 'TRUE'}`
  return {
    async page(db, after, wanted) {
      const [from = '0'] = after === undefined ? [] : readCursor(after, 1)
      const limit = Math.min(wanted, of.most ?? mostRows)
      const sql = `${select} AND ${of.key} > ? ORDER BY ${of.key} LIMIT ${limit}`
      const rows = await readRows(db, shape, sql, [from])
      const last = rows.length === limit ? rows.at(-1) : undefined
      return {
        rows: rows.map((row) => of.present(row as RowOf<S>)),
        next: last ? writeCursor([(last as { page_key: string }).page_key]) : null,
      }
    },
    async byId(db, ids) {
      if (ids.length === 0) return []
      const rows = await readRows(db, shape, `${select} AND ${of.id} IN (?)`, [ids])
      return rows.map((row) => of.present(row as RowOf<S>))
    },
  }
}
