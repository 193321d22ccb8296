import type { EntityManager } from 'typeorm'
import { replicaColumns, type ReplicaRow, type ReplicaTable } from '@nation/domain/replica'
import { column, readOne, readRows, type Column, type RowOf, type Shape } from '../platform'
import { jsonList, jsonRows, type jsonText } from './json-text'
import { inRange, partsOf, readRange, writeRange } from './range'

/** A table of a replica: how its rows are read, all of them page by page, or some by their ids. */
export interface Source<Table extends ReplicaTable = ReplicaTable> {
  readonly page: (db: EntityManager, after: string | undefined, limit: number) => Promise<Page<ReplicaRow<Table>>>
  /** In any order. */
  readonly byId: (db: EntityManager, ids: readonly string[]) => Promise<ReplicaRow<Table>[]>
  /** A page of which the database makes the text: of each row the JSON of its values, in the order of `replicaColumns`. */
  readonly texts?: (db: EntityManager, after: string | undefined, limit: number) => Promise<TextPage>
  /** Where parts begin that may be read at once, as cursors; undefined where the table is small. */
  readonly parts?: (db: EntityManager) => Promise<string[] | undefined>
}

export interface Page<Row> {
  readonly rows: Row[]
  readonly next: string | null
}

/** What every field of a row is in JSON, by SQL. */
type RowTexts<Table extends ReplicaTable> = Readonly<
  Record<keyof ReplicaRow<Table> & string, ReturnType<(typeof jsonText)[keyof typeof jsonText]>>
>

/** A page as JSON, in UTF-8: a list of rows, each a list of its values. */
export interface TextPage {
  readonly rows: Buffer
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
  /** The table of the key, where there are so many rows that it is read in parts. */
  readonly partsOf?: string
  /** Where pages are made into text by the database: the table that they are of, and the same as `present`, in SQL. */
  readonly texts?: { readonly table: Table; readonly of: RowTexts<Table> }
}

const mostRows = 1_000

/** A table that one statement reads. */
export function source<Table extends ReplicaTable, S extends Shape>(of: Definition<Table, S>): Source<Table> {
  const shape = { ...of.shape, page_key: column.key } as S & { page_key: Column<string> }
  const select = `SELECT ${of.columns}, ${of.key} AS page_key FROM ${of.from} WHERE ${of.where ?? 'TRUE'}`
  const pageOf = async <Read extends Shape>(
    db: EntityManager,
    { shape, select }: { readonly shape: Read; readonly select: string },
    after: string | undefined,
    wanted: number,
  ): Promise<Page<RowOf<Read>>> => {
    const range = readRange(after)
    const { sql, values } = inRange(of.key, range)
    const limit = Math.min(wanted, of.most ?? mostRows)
    const rows = await readRows(db, shape, `${select} AND ${sql} ORDER BY ${of.key} LIMIT ${limit}`, values)
    const last = rows.length === limit ? rows.at(-1) : undefined
    const from = (last as { page_key: string } | undefined)?.page_key
    return { rows, next: from === undefined ? null : writeRange({ ...range, from }) }
  }
  return {
    async page(db, after, wanted) {
      const { rows, next } = await pageOf(db, { shape, select }, after, wanted)
      return { rows: rows.map((row) => of.present(row as RowOf<S>)), next }
    },
    ...(of.texts && {
      texts: async (db: EntityManager, after: string | undefined, wanted: number): Promise<TextPage> => {
        const { rows, next } = await pageOf(db, textsOf(of, of.texts!), after, wanted)
        return { rows: jsonRows(rows.map(({ text }) => text)), next }
      },
    }),
    ...(of.partsOf && {
      parts: async (db: EntityManager) => {
        const { first, last } = await readOne(
          db,
          { first: column.key.nullable, last: column.key.nullable },
          `SELECT MIN(id) AS first, MAX(id) AS last FROM ${of.partsOf}`,
        )
        return partsOf(first, last, of.most ?? mostRows)
      },
    }),
    async byId(db, ids) {
      if (ids.length === 0) return []
      const rows = await readRows(db, shape, `${select} AND ${of.id} IN (?)`, [ids])
      return rows.map((row) => of.present(row as RowOf<S>))
    },
  }
}

/** The statement that makes rows into text. */
function textsOf<Table extends ReplicaTable>(
  { key, from, where }: Pick<Definition<Table, Shape>, 'key' | 'from' | 'where'>,
  { table, of }: { readonly table: Table; readonly of: RowTexts<Table> },
) {
  const text = jsonList(replicaColumns(table).map((name) => of[name]))
  return {
    shape: { text: column.bytes, page_key: column.key },
    select: `SELECT ${text} AS text, ${key} AS page_key FROM ${from} WHERE ${where ?? 'TRUE'}`,
  }
}
