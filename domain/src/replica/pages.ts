/** A page of a table: the names of its columns once, and of every row the values, in the order of the columns. */
export interface ReplicaPage {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  /** Where the next page goes on; null on the last one. */
  readonly next: string | null
  /** The first pages of other tables that were asked for with it. */
  readonly others?: readonly ReplicaPage[]
}

type Row = { readonly id: string } & Record<string, unknown>

/** Whether a value is a page of a table, each row as long as its columns. */
export function isReplicaPage(value: unknown, table?: string): value is ReplicaPage {
  const page = value as Partial<ReplicaPage> | null
  if (typeof page !== 'object' || page === null || !Array.isArray(page.columns) || !Array.isArray(page.rows))
    return false
  if (typeof page.table !== 'string' || (table !== undefined && page.table !== table)) return false
  const { columns, rows } = page as ReplicaPage
  return (
    columns.includes('id') &&
    (page.next === null || typeof page.next === 'string') &&
    (page.others === undefined || Array.isArray(page.others)) &&
    rows.every((row) => Array.isArray(row) && row.length === columns.length)
  )
}

/** The rows of a page, as they are elsewhere. An id that came as a number is a text again. */
export function rowsOfPage({ columns, rows }: Pick<ReplicaPage, 'columns' | 'rows'>): Row[] {
  // A copy of one that has every field: an object that grows field by field moves its fields several times.
  const empty = JSON.parse(JSON.stringify(Object.fromEntries(columns.map((name) => [name, null])))) as object
  return rows.map((values) => {
    const row: Record<string, unknown> = { ...empty }
    for (let at = 0; at < columns.length; at++) row[columns[at]!] = values[at]
    if (typeof row.id === 'number') row.id = String(row.id)
    return row as Row
  })
}
