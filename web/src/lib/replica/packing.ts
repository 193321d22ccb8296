import type { ReplicaTable } from '@nation/domain/replica'
import { isReplicaPage } from '@nation/domain/replica/pages'
import { rowsOfPages } from './page'
import type { Batch, Row } from './types'

const entryTables = ['gazette', 'audit'] as const

/** An entry as it is stored: its number is a number. */
type Packed = Omit<Row, 'id'> & { id: number | string }

/**
 * A batch as it is stored. The numbers of entries are not texts there: a JSON parser keeps every short text in one table, and a million
 * numbers in a row that are texts make that table slow for all others.
 */
export function packed(batch: Batch): unknown {
  return withEntries(batch, ({ id, ...entry }) => ({ id: Number(id), ...entry }))
}

/** A stored batch as it was: one that was packed, or a page as it came. */
export function unpacked(stored: unknown): Batch {
  if (isReplicaPage(stored)) return { put: rowsOfPages(stored), gone: {} }
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

/** How many rows are one piece at most: they are taken into memory in one task. */
const rowsOfPiece = 500

/** What a batch holds, in batches that are no longer than a task may take. One that holds nothing is one of them. */
export function inPieces({ put, gone }: Batch): Batch[] {
  const count = Object.values(put).reduce((sum, { length }) => sum + length, 0)
  if (count <= rowsOfPiece) return [{ put, gone }]
  const pieces: Batch[] = Object.keys(gone).length === 0 ? [] : [{ put: {}, gone }]
  for (const [name, rows] of Object.entries(put))
    for (let from = 0; from < rows.length; from += rowsOfPiece)
      pieces.push({ put: { [name as ReplicaTable]: rows.slice(from, from + rowsOfPiece) }, gone: {} })
  return pieces
}
