import type { RowOf, Shape } from './columns'

/** Anything that runs statements: a data source, a transaction's manager, or a query runner. */
export interface Queries {
  query(sql: string, parameters?: unknown[]): Promise<unknown>
}

/** The result of a statement that writes. */
export interface Written {
  /** Rows that were added, changed or removed. */
  readonly affectedRows: number
  /** The first generated key, or `'0'`. */
  readonly insertId: string
}

/** Compares answers with their shapes. Used by tests, on the database under test. */
export interface ShapeWatch {
  /** Called with each new connection, before its first statement. */
  readonly follow: (connection: { query: unknown }) => void
  /** Remembers the place in the code from which it is called. What it returns puts the place into words. */
  readonly place: () => () => string
  /**
   * Compares an answer with its shape.
   * @throws Error when they differ
   */
  readonly hold: (answer: unknown, shape: Shape, asked: Asked) => void
}

/** A statement as the message of a failing test shows it. */
export interface Asked {
  readonly sql: string
  readonly place: () => string
}

let watch: ShapeWatch | null = null

/** From now on every answer is compared with its shape. Only connections that are opened later can be watched. */
export const watchShapes = (by: ShapeWatch): void => void (watch = by)

/** Passes a new connection to the tests' comparison. */
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
 * The row of a statement that always returns one: a count, a sum, a row that the migrations wrote.
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

/** The rows of one of several answers in a message (`inOneMessage`, a procedure). Convert each answer only once. */
export function rowsOf<S extends Shape>(answer: unknown, shape: S, sql = 'a statement among others'): RowOf<S>[] {
  return shaped(answer, shape, watch && { sql, place: watch.place() })
}

/** The answers of a procedure; pass each to `rowsOf`. */
export async function readAnswers(db: Queries, sql: string, values: readonly unknown[]): Promise<unknown[]> {
  return (await db.query(sql, [...values])) as unknown[]
}

/** Runs a statement that writes, and returns its result. Where the result is not needed, use `query`. */
export async function write(db: Queries, sql: string, values: readonly unknown[] = []): Promise<Written> {
  const answer = await db.query(sql, [...values])
  const { affectedRows, insertId } = answer as { affectedRows?: unknown; insertId?: unknown }
  if (typeof affectedRows !== 'number') throw new Error(`A statement that writes nothing: ${sql}`)
  return { affectedRows, insertId: String(insertId) }
}

/** Checks the driver's rows if a test watches them, and converts them in place, column by column; null stays null. */
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
