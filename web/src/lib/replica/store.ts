import type { ReplicaTable } from '@nation/domain/replica'
import { openDatabase, type ReplicaDatabase, type Sealed } from './database'
import type { DexieOptions } from 'dexie'
import type { Memory } from './memory'
import { CannotOpen, sealerOf, type Sealer } from './sealer'
import type { Batch, Entry, Kept, Row } from './types'

/** What is written together: all of it, or nothing. */
export interface Writing {
  readonly kept?: Kept
  readonly batch?: Batch
  /** Batches that are there no more: what they held is in `batch`. */
  readonly without?: readonly number[]
  readonly entries?: { readonly put: readonly Entry[]; readonly gone: readonly number[] }
}

/** Where a replica is kept between two starts. */
export interface Store {
  readonly kept: () => Promise<Kept | null>
  readonly write: (writing: Writing) => Promise<void>
  /** Batches from a number on, in their order, some at a time. */
  readonly batches: (from: number) => AsyncIterable<readonly { readonly n: number; readonly batch: Batch }[]>
  /** These batches, as far as they are there. */
  readonly some: (numbers: readonly number[]) => Promise<readonly { readonly n: number; readonly batch: Batch }[]>
  readonly entries: () => Promise<{ readonly entries: readonly Entry[]; readonly lost: number }>
  /** Forgets rows and position; the outbox stays. */
  readonly forgetRows: () => Promise<void>
  readonly close: () => void
}

const batchesAtOnce = 32

/** A store in IndexedDB, sealed. @throws CannotOpen where what is there was written under another key */
export async function openStore(name: string, key: Uint8Array<ArrayBuffer>, options: DexieOptions): Promise<Store> {
  const [database, sealer] = [await openDatabase(name, options), await sealerOf(key)]
  const store = new SealedStore(database, sealer)
  try {
    await store.kept()
  } catch (error) {
    database.close()
    throw error
  }
  return store
}

class SealedStore implements Store {
  constructor(
    private readonly database: ReplicaDatabase,
    private readonly sealer: Sealer,
  ) {}

  async kept(): Promise<Kept | null> {
    const found = await this.database.meta.get('kept')
    return found ? ((await this.sealer.open('kept', found.sealed)) as Kept) : null
  }

  async write({ kept, batch, without = [], entries }: Writing): Promise<void> {
    // All is sealed before the transaction begins: it would end while it waits for something else.
    const n = kept ? kept.next - 1 : 0
    const meta = kept && { n: 'kept' as const, sealed: await this.sealer.seal('kept', kept) }
    const row = kept && batch && { n, sealed: await this.sealer.seal(`batch ${n}`, batch) }
    const put = await Promise.all(
      (entries?.put ?? []).map(async (entry) => ({ n: entry.n, sealed: await this.sealer.seal('entry', entry) })),
    )
    const { database } = this
    await database.transaction('rw', database.meta, database.batches, database.outbox, async () => {
      if (meta) await database.meta.put(meta)
      if (row) await database.batches.put(row)
      if (without.length > 0) await database.batches.bulkDelete([...without])
      if (put.length > 0) await database.outbox.bulkPut(put)
      if (entries && entries.gone.length > 0) await database.outbox.bulkDelete([...entries.gone])
    })
  }

  async *batches(from: number): AsyncIterable<readonly { n: number; batch: Batch }[]> {
    const after = (n: number) => this.database.batches.where('n').above(n).limit(batchesAtOnce).toArray()
    let reading = after(from - 1)
    for (;;) {
      const found = await reading
      const last = found.at(-1)
      if (!last) return
      // The next ones are read while these are opened.
      reading = after(last.n)
      reading.catch(() => undefined)
      yield await Promise.all(found.map((sealed) => this.#opened(sealed)))
    }
  }

  async some(numbers: readonly number[]): Promise<readonly { n: number; batch: Batch }[]> {
    const found = await this.database.batches.bulkGet([...numbers])
    return Promise.all(found.flatMap((sealed) => (sealed ? [this.#opened(sealed)] : [])))
  }

  async #opened({ n, sealed }: Sealed<number>): Promise<{ n: number; batch: Batch }> {
    return { n, batch: (await this.sealer.open(`batch ${n}`, sealed)) as Batch }
  }

  async entries(): Promise<{ entries: readonly Entry[]; lost: number }> {
    const found = await this.database.outbox.orderBy('n').toArray()
    const opened = await Promise.all(
      found.map(async ({ sealed }) =>
        this.sealer.open('entry', sealed).catch((error: unknown) => {
          if (error instanceof CannotOpen) return null
          throw error
        }),
      ),
    )
    const entries = opened.filter((entry) => entry !== null) as Entry[]
    return { entries, lost: found.length - entries.length }
  }

  async forgetRows(): Promise<void> {
    const { database } = this
    await database.transaction('rw', database.meta, database.batches, async () => {
      await database.batches.clear()
      await database.meta.delete('kept')
    })
  }

  close(): void {
    this.database.close()
  }
}

/** A store that keeps nothing beyond this page: where there is no key, or no room. */
export function memoryStore(entries: readonly Entry[] = []): Store {
  let outbox = new Map(entries.map((entry) => [entry.n, entry]))
  return {
    kept: () => Promise.resolve(null),
    write({ entries: written }) {
      outbox = new Map(outbox)
      for (const entry of written?.put ?? []) outbox.set(entry.n, entry)
      for (const n of written?.gone ?? []) outbox.delete(n)
      return Promise.resolve()
    },
    async *batches() {},
    some: () => Promise.resolve([]),
    entries: () => Promise.resolve({ entries: [...outbox.values()].sort((a, b) => a.n - b.n), lost: 0 }),
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
  const batch = merged(await store.some(kept.small), memory, kept)
  const next = { ...kept, next: n + 1, small: smallWith({ ...kept, small: [] }, batch, n) }
  await store.write({ kept: next, batch, without: kept.small })
  memory.apply(batch, n)
  return next
}

function merged(together: readonly { n: number; batch: Batch }[], memory: Memory, kept: Kept): Batch {
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
