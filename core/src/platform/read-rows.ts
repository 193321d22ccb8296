import type { RowOf, Shape } from './columns'

/** What statements are asked of: a data source, a transaction's manager, or a query runner. */
export interface Queries {
  query(sql: string, parameters?: unknown[]): Promise<unknown>
}

/** What a statement that writes answers. */
export interface Written {
  /** Rows that were added, changed or removed. */
  readonly affectedRows: number
  /** The first key that was given, or `'0'`. */
  readonly insertId: string
}

/** Holds answers to their shapes: in tests, on the database under test. */
export interface ShapeWatch {
  /** Sees each new connection, before its first statement. */
  readonly follow: (connection: { query: unknown }) => void
  /** The place in the code from which it is called. */
  readonly place: () => string
  /** @throws Error when the answer is not of the shape */
  readonly hold: (answer: unknown, shape: Shape, asked: Asked) => void
}

/** A statement as a failing test names it. */
export interface Asked {
  readonly sql: string
  readonly place: string
}

let watch: ShapeWatch | null = null

/** From now on, answers are held to their shapes. Only connections that are opened afterwards can be watched. */
export const watchShapes = (by: ShapeWatch): void => void (watch = by)

/** Shows the watch of tests a new connection. */
export const watchConnection = (connection: { query: unknown }): void => watch?.follow(connection)

/** The rows of a statement. */
export async function readRows<S extends Shape>(
  db: Queries,
  shape: S,
  sql: string,
  values: readonly unknown[] = [],
): Promise<RowOf<S>[]> {
  const asked = watch && { sql, place: watch.place() }
  return shaped(await db.query(sql, [...values]), shape, asked)
}

/** The first row of a statement, if there is one. */
export async function readFirst<S extends Shape>(
  db: Queries,
  shape: S,
  sql: string,
  values: readonly unknown[] = [],
): Promise<RowOf<S> | undefined> {
  const asked = watch && { sql, place: watch.place() }
  return shaped(await db.query(sql, [...values]), shape, asked)[0]
}

/**
 * The row of a statement that always has one: a count, a sum, a row that the schema's migrations wrote.
 * @throws Error when there is none
 */
export async function readOne<S extends Shape>(
  db: Queries,
  shape: S,
  sql: string,
  values: readonly unknown[] = [],
): Promise<RowOf<S>> {
  const asked = watch && { sql, place: watch.place() }
  const [row] = shaped(await db.query(sql, [...values]), shape, asked)
  if (row === undefined) throw new Error(`No row where there is always one: ${sql}`)
  return row
}

/** The rows of an answer that came with others (`together`, a procedure's). Each answer is read once. */
export function rowsOf<S extends Shape>(answer: unknown, shape: S, sql = 'a statement among others'): RowOf<S>[] {
  return shaped(answer, shape, watch && { sql, place: watch.place() })
}

/** The answers of a procedure, each for `rowsOf`. */
export async function readAnswers(db: Queries, sql: string, values: readonly unknown[]): Promise<unknown[]> {
  return (await db.query(sql, [...values])) as unknown[]
}

/** Runs a statement that writes, and tells what it did. Where nobody asks for that, `query` does. */
export async function write(db: Queries, sql: string, values: readonly unknown[] = []): Promise<Written> {
  const answer = await db.query(sql, [...values])
  const { affectedRows, insertId } = answer as { affectedRows?: unknown; insertId?: unknown }
  if (typeof affectedRows !== 'number') throw new Error(`A statement that writes nothing: ${sql}`)
  return { affectedRows, insertId: String(insertId) }
}

/** Checks the driver's rows where they are watched, and converts them in place: column by column, nulls left alone. */
function shaped<S extends Shape>(answer: unknown, shape: S, asked: Asked | null): RowOf<S>[] {
  if (watch && asked) watch.hold(answer, shape, asked)
  const rows = answer as Record<string, unknown>[]
  for (const name of Object.keys(shape)) {
    const convert = shape[name]?.convert
    if (!convert) continue
    for (const row of rows) {
      const value = row[name]
      if (value !== null) row[name] = convert(value)
    }
  }
  return rows as RowOf<S>[]
}
