import type { ReplicaTable } from '@nation/domain/replica'
import type { Memory } from './memory'
import { inPieces } from './packing'
import { numberedOf, type Numbered, type Store } from './store'
import type { Batch, ReplicaMeta, Row } from './types'

/** How many small batches there may be before they are merged. */
const mostSmall = 64
const small = 200

/** The numbers of the small batches, with the given batch if it is small. */
export const smallWith = (meta: ReplicaMeta, batch: Batch, n: number): readonly number[] => {
  const size = sizeOf(batch)
  return size > 0 && size < small ? [...meta.small, n] : meta.small
}

const sizeOf = ({ put, gone }: Batch): number =>
  [...Object.values(put), ...Object.values(gone)].reduce((sum, { length }) => sum + length, 0)

/**
 * Merges small batches: each increment adds one, and every start reads them all. It merges nothing while a table is read again,
 * because the old rows of that table must keep lower batch numbers than the new ones.
 * @throws CannotOpen when a batch is damaged
 */
export async function compact(store: Store, memory: Memory, meta: ReplicaMeta): Promise<ReplicaMeta> {
  if (meta.jobs.length > 0 || meta.small.length < mostSmall) return meta
  const batches = inPieces(remaining(await store.some(meta.epoch, meta.small), memory, meta))
  const anew: ReplicaMeta = { ...meta, next: meta.next + batches.length, small: [] }
  const numbered = numberedOf(anew, batches)
  const next = numbered.reduce((last, { n, batch }) => ({ ...last, small: smallWith(last, batch, n) }), anew)
  await store.write({ meta: next, batches, without: meta.small })
  for (const { n, batch } of numbered) memory.apply(batch, n)
  for (const away of meta.small) memory.owed.done(away)
  return next
}

/**
 * Rewrites a batch under its own number, without its outdated rows. A batch without rows is deleted. A window that reads meanwhile
 * finds the newer rows in a later batch, before and after the rewrite.
 * @returns the new metadata, and how many rows were checked
 * @throws CannotOpen when the batch is damaged
 */
export async function rewrite(
  store: Store,
  memory: Memory,
  meta: ReplicaMeta,
  n: number,
): Promise<[ReplicaMeta, number]> {
  const [found] = await store.some(meta.epoch, [n])
  const batch = found && remaining([found], memory, meta)
  const [before, after] = [found ? sizeOf(found.batch) : 0, batch ? sizeOf(batch) : 0]
  const others = { ...meta, small: meta.small.filter((one) => one !== n) }
  const next = batch ? { ...meta, small: smallWith(others, batch, n) } : others
  // The window that led before may have rewritten it already.
  if (batch && after < before) await store.rewrite({ meta: next, n, batch: after === 0 ? null : batch })
  memory.owed.done(n)
  return [next, before]
}

/** The current content of some batches: rows that are the newest of their id, and deletions. */
function remaining(batches: readonly Numbered[], memory: Memory, meta: ReplicaMeta): Batch {
  const put: Partial<Record<ReplicaTable, Row[]>> = {}
  const gone: Partial<Record<ReplicaTable, string[]>> = {}
  for (const { n, batch } of batches) {
    for (const [name, rows] of Object.entries(batch.put)) {
      const table = name as ReplicaTable
      const newest = rows.filter(({ id }) => memory.table(table).batchOf(id) === n)
      if (newest.length > 0) (put[table] ??= []).push(...newest)
    }
    for (const [name, ids] of Object.entries(batch.gone)) {
      const table = name as ReplicaTable
      if (n < (meta.since[table] ?? 0)) continue
      const away = ids.filter((id) => memory.table(table).batchOf(id) === undefined)
      if (away.length > 0) (gone[table] ??= []).push(...away)
    }
  }
  return { put, gone }
}
