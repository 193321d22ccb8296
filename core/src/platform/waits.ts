import { column, type RowOf } from './columns'
import { readRows, type Queries } from './read-rows'
import type { Statement } from './one-message'

/** Something that waits for a citizen, as every kind of it is read. What each column means its kind says. */
export const waitRow = {
  kind: column.text,
  id: column.text,
  title: column.text.nullable,
  at: column.instant.nullable,
  n: column.integer,
  /** How many of the kind there are, also beyond those that are read. */
  total: column.integer,
}

export type WaitRow = RowOf<typeof waitRow>

/**
 * Reads what waits, all kinds in one statement. Each arm answers the columns of `waitRow`, and a bounded number of rows.
 * @returns the rows of each kind, in their arm's order
 */
export async function readWaits(db: Queries, arms: readonly Statement[]): Promise<(kind: string) => WaitRow[]> {
  const rows = await readRows(
    db,
    waitRow,
    arms.map(({ sql }) => `(${sql})`).join('\nUNION ALL '),
    arms.flatMap(({ values }) => values),
  )
  return (kind) => rows.filter((row) => row.kind === kind)
}
