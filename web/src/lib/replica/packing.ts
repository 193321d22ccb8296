import type { Batch, Row } from './types'

const entryTables = ['gazette', 'audit'] as const

/** An entry as it is stored: its number is a number. */
type Packed = Omit<Row, 'id'> & { id: number | string }

/**
 * A batch as it is stored. The numbers of entries are no texts there: whoever parses JSON keeps every short text in one table, and a million
 * numbers in a row that are texts make that table slow for all others.
 */
export function packed(batch: Batch): unknown {
  return withEntries(batch, ({ id, ...entry }) => ({ id: Number(id), ...entry }))
}

/** A stored batch as it was. */
export function unpacked(stored: unknown): Batch {
  const batch = stored as Batch
  for (const table of entryTables)
    for (const entry of (batch.put[table] ?? []) as readonly Packed[]) entry.id = String(entry.id)
  return batch
}

function withEntries(batch: Batch, pack: (entry: Row) => Packed): unknown {
  const put: Record<string, readonly unknown[]> = { ...batch.put }
  for (const table of entryTables) if (put[table]) put[table] = (put[table] as readonly Row[]).map(pack)
  return { ...batch, put }
}
