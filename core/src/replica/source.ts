import type { EntityManager } from 'typeorm'
import { replicaColumns, type ReplicaRow, type ReplicaTable } from '@nation/domain/replica'
import { column, readOne, readRows, type Column, type RowOf, type Shape } from '../platform'
import { jsonList, jsonRows, type jsonText } from './json-text'
import { inRange, partsOf, readRange, writeRange, type KeyRange } from './range'

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

/** Rows of which few are marked: the marks of a page are read at once, and not looked up for each row. */
interface Marks {
  readonly table: string
  /** The column of the table with the keys of the marked rows, which an index has in order. */
  readonly column: string
}

/** So many marks are read for a page at most. Where there are more, the page ends at the last of them. */
const mostMarks = 500

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
  readonly texts?: Texts<Table>
}

interface Texts<Table extends ReplicaTable> {
  readonly table: Table
  readonly marks: Marks
  /** @param isMarked SQL of whether the row is one of the marked ones */
  readonly of: (isMarked: string) => RowTexts<Table>
}

/** A page of one statement: what it selects, and of which keys. */
interface Asked<Read extends Shape> {
  readonly shape: Read
  readonly select: string
  readonly range: KeyRange
}

const mostRows = 1_000

/** A table that one statement reads. */
export function source<Table extends ReplicaTable, S extends Shape>(of: Definition<Table, S>): Source<Table> {
  const shape = { ...of.shape, page_key: column.key } as S & { page_key: Column<string> }
  const select = `SELECT ${of.columns}, ${of.key} AS page_key FROM ${of.from} WHERE ${of.where ?? 'TRUE'}`
  const pageOf = async <Read extends Shape>(
    db: EntityManager,
    { shape, select, range }: Asked<Read>,
    wanted: number,
  ): Promise<Page<RowOf<Read>>> => {
    const { sql, values } = inRange(of.key, range)
    const limit = Math.min(wanted, of.most ?? mostRows)
    const rows = await readRows(db, shape, `${select} AND ${sql} ORDER BY ${of.key} LIMIT ${limit}`, values)
    const last = rows.length === limit ? rows.at(-1) : undefined
    const from = (last as { page_key: string } | undefined)?.page_key
    // A part whose last row this is ends here: no page of nothing is asked for.
    const isEnd = from === undefined || from === range.to
    return { rows, next: isEnd ? null : writeRange({ ...range, from }) }
  }
  return {
    async page(db, after, wanted) {
      const { rows, next } = await pageOf(db, { shape, select, range: readRange(after) }, wanted)
      return { rows: rows.map((row) => of.present(row as RowOf<S>)), next }
    },
    ...(of.texts && {
      texts: async (db: EntityManager, after: string | undefined, wanted: number): Promise<TextPage> => {
        const range = readRange(after)
        const { marked, upTo } = await marksOf(db, of.texts!.marks, range)
        const asked = { ...textsOf(of, of.texts!, marked), range: { ...range, to: upTo ?? range.to } }
        const { rows, next } = await pageOf(db, asked, wanted)
        const from = next === null ? upTo : readRange(next).from
        return {
          rows: jsonRows(rows.map(({ text }) => text)),
          next: from === null ? null : writeRange({ ...range, from }),
        }
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

/** The marked keys of a range, the lowest first; `upTo` is the last of them where there are more. */
async function marksOf(db: EntityManager, { table, column: name }: Marks, range: KeyRange) {
  const { sql, values } = inRange(name, range)
  const found = await readRows(
    db,
    { marked: column.key.present },
    `SELECT ${name} AS marked FROM ${table} WHERE ${sql} ORDER BY ${name} LIMIT ${mostMarks}`,
    values,
  )
  const marked = found.map((row) => row.marked)
  return { marked, upTo: marked.length === mostMarks ? marked.at(-1)! : null }
}

/** The statement that makes rows into text. */
function textsOf<Table extends ReplicaTable>(
  { key, from, where }: Pick<Definition<Table, Shape>, 'key' | 'from' | 'where'>,
  { table, of }: Texts<Table>,
  marked: readonly string[],
) {
  // As numbers: among texts a database looks for a number one by one.
  const texts = of(marked.length === 0 ? 'FALSE' : `${key} IN (${marked.map(BigInt).join(', ')})`)
  const text = jsonList(replicaColumns(table).map((name) => texts[name]))
  return {
    shape: { text: column.bytes, page_key: column.key },
    select: `SELECT ${text} AS text, ${key} AS page_key FROM ${from} WHERE ${where ?? 'TRUE'}`,
  }
}
