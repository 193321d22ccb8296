import type { ReplicaTable } from '@nation/domain/replica'
import { isReplicaPage } from '@nation/domain/replica/pages'
import { rowsOfPages } from './page'
import type { Batch, Row } from './types'

const entryTables = ['gazette', 'audit'] as const

/** A stored entry: its number is a number, not a text. */
type Packed = Omit<Row, 'id'> & { id: number | string }

/**
 * A stored batch. The numbers of its entries are not texts: a JSON parser puts every short text into one table, and a million
 * consecutive numbers make that table slow for all other texts.
 */
export function packed(batch: Batch): unknown {
  return withEntries(batch, ({ id, ...entry }) => ({ id: Number(id), ...entry }))
}

/** Unpacks a stored batch: a packed one, or a page as the server sent it. */
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

/** The most rows of a piece: one task applies them to memory. */
const rowsOfPiece = 500

/** Splits a batch into batches that one task can apply. An empty batch is one piece. */
export function inPieces({ put, gone }: Batch): Batch[] {
  const count = Object.values(put).reduce((sum, { length }) => sum + length, 0)
  if (count <= rowsOfPiece) return [{ put, gone }]
  const pieces: Batch[] = Object.keys(gone).length === 0 ? [] : [{ put: {}, gone }]
  for (const [name, rows] of Object.entries(put))
    for (let from = 0; from < rows.length; from += rowsOfPiece)
      pieces.push({ put: { [name as ReplicaTable]: rows.slice(from, from + rowsOfPiece) }, gone: {} })
  return pieces
}
