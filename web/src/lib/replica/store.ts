import type { ReplicaTable } from '@nation/domain/replica'
import type { Memory } from './memory'
import type { Batch, Entry, Kept, Row } from './types'

/** What is written together: all of it, or nothing. */
export interface Writing {
  readonly kept?: Kept
  readonly batch?: Batch
  /** Batches that are there no more: what they held is in `batch`. */
  readonly without?: readonly number[]
  readonly entries?: { readonly put: readonly Entry[]; readonly gone: readonly number[] }
}

/** Another window began anew since: what is written here would be mixed with what it reads. Nothing was written. */
export class Outrun extends Error {
  override readonly name = 'Outrun'
}

export interface Numbered {
  readonly n: number
  readonly batch: Batch
}

export interface StoredEntries {
  readonly entries: readonly Entry[]
  /** How many could not be read. */
  readonly lost: number
  /** The last number that is taken, also by one that could not be read. */
  readonly top: number
}

/** Where a replica is kept between two starts. Only the leader begins anew and forgets. */
export interface Store {
  /** @throws CannotOpen where it is damaged */
  readonly kept: () => Promise<Kept | null>
  /** Forgets all rows, and keeps this, in one transaction. */
  readonly begin: (kept: Kept) => Promise<void>
  /** @throws Outrun where what is kept is of another epoch by now */
  readonly write: (writing: Writing) => Promise<void>
  /** Batches of an epoch from a number on, in their order, some at a time. @throws CannotOpen */
  readonly batches: (epoch: string, from: number) => AsyncIterable<readonly Numbered[]>
  /** These batches, as far as they are there. */
  readonly some: (epoch: string, numbers: readonly number[]) => Promise<readonly Numbered[]>
  readonly entries: () => Promise<StoredEntries>
  /** Forgets rows and position; the outbox stays. */
  readonly forgetRows: () => Promise<void>
  readonly close: () => void
}

/** A store that keeps nothing beyond this page: where there is no key, or no room. */
export function memoryStore(entries: readonly Entry[] = []): Store {
  let outbox = new Map(entries.map((entry) => [entry.n, entry]))
  return {
    kept: () => Promise.resolve(null),
    begin: () => Promise.resolve(),
    write({ entries: written }) {
      outbox = new Map(outbox)
      for (const entry of written?.put ?? []) outbox.set(entry.n, entry)
      for (const n of written?.gone ?? []) outbox.delete(n)
      return Promise.resolve()
    },
    async *batches() {},
    some: () => Promise.resolve([]),
    entries: () => {
      const entries = [...outbox.values()].sort((a, b) => a.n - b.n)
      return Promise.resolve({ entries, lost: 0, top: entries.at(-1)?.n ?? 0 })
    },
    forgetRows: () => Promise.resolve(),
    close: () => undefined,
  }
}

/** How many small batches there may be before they are written together. */
const mostSmall = 64
const small = 200

/** The numbers of small batches, with one more where it is small. */
export const smallWith = (kept: Kept, batch: Batch, n: number): readonly number[] => {
  const size = sizeOf(batch)
  return size > 0 && size < small ? [...kept.small, n] : kept.small
}

const sizeOf = ({ put, gone }: Batch): number =>
  [...Object.values(put), ...Object.values(gone)].reduce((sum, { length }) => sum + length, 0)

/**
 * Writes small batches together as one: each increment adds one, and every start reads them all. Only what is still the newest of its
 * row is written, and that a row is gone. Not while a table is read anew: its old rows must stay older than the new ones.
 */
export async function compact(store: Store, memory: Memory, kept: Kept): Promise<Kept> {
  if (kept.jobs.length > 0 || kept.small.length < mostSmall) return kept
  const n = kept.next
  const batch = merged(await store.some(kept.epoch, kept.small), memory, kept)
  const next = { ...kept, next: n + 1, small: smallWith({ ...kept, small: [] }, batch, n) }
  await store.write({ kept: next, batch, without: kept.small })
  memory.apply(batch, n)
  return next
}

function merged(together: readonly Numbered[], memory: Memory, kept: Kept): Batch {
  const put: Partial<Record<ReplicaTable, Row[]>> = {}
  const gone: Partial<Record<ReplicaTable, string[]>> = {}
  for (const { n, batch } of together) {
    for (const [name, rows] of Object.entries(batch.put)) {
      const table = name as ReplicaTable
      const newest = rows.filter(({ id }) => memory.table(table).batchOf(id) === n)
      if (newest.length > 0) (put[table] ??= []).push(...newest)
    }
    for (const [name, ids] of Object.entries(batch.gone)) {
      const table = name as ReplicaTable
      if (n < (kept.since[table] ?? 0)) continue
      const away = ids.filter((id) => memory.table(table).batchOf(id) === undefined)
      if (away.length > 0) (gone[table] ??= []).push(...away)
    }
  }
  return { put, gone }
}
