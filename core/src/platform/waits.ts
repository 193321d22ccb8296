import { column, type RowOf } from './columns'
import { readRows, type Queries } from './read-rows'
import type { Statement } from './one-message'

/** Something that a citizen can do now, as one row for every kind. Each kind documents its columns. */
export const waitRow = {
  kind: column.text,
  id: column.text,
  title: column.text.nullable,
  at: column.instant.nullable,
  n: column.integer,
  /** How many of this kind there are, also those that are not in the rows. */
  total: column.integer,
}

export type WaitRow = RowOf<typeof waitRow>

/**
 * Reads the rows of all kinds in one statement (UNION ALL). Each part returns the columns of `waitRow`, and a bounded number of
 * rows.
 * @returns the rows of each kind, in the order of the parts
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
