import type { Batch, Entry, ReplicaMeta, Mine } from './types'

/** What is written together: all of it, or nothing. */
export interface Writing {
  readonly meta?: ReplicaMeta
  /** The last of them has the number before `meta.next`. */
  readonly batches?: readonly Batch[]
  /** Batches that are there no more: what they held is in `batches`. */
  readonly without?: readonly number[]
  readonly entries?: WrittenEntries
}

export interface WrittenEntries {
  readonly put: readonly Entry[]
  readonly gone: readonly number[]
  /** What own commands made of rows, the latest ones: all that is stored of it. Left out where it stays as it is. */
  readonly mine?: readonly Mine[]
}

/** A batch that is written again under its own number; null where nothing of it remains. */
export interface Rewriting {
  readonly meta: ReplicaMeta
  readonly n: number
  readonly batch: Batch | null
}

/** Another window began anew since: what is written here would be mixed with what it reads. Nothing was written. */
export class Outrun extends Error {
  override readonly name = 'Outrun'
}

export interface Numbered {
  readonly n: number
  readonly batch: Batch
}

/** Batches that are written with this, with their numbers. */
export const numberedOf = ({ next }: ReplicaMeta, batches: readonly Batch[]): Numbered[] =>
  batches.map((batch, at) => ({ n: next - batches.length + at, batch }))

export interface StoredEntries {
  readonly entries: readonly Entry[]
  /** How many could not be read. */
  readonly lost: number
  readonly mine: readonly Mine[]
  /** The last number that is taken, also by one that could not be read. */
  readonly top: number
}

/** Where a replica is stored between two starts. Only the leader begins anew and forgets. */
export interface Store {
  /** @throws CannotOpen where it is damaged */
  readonly meta: () => Promise<ReplicaMeta | null>
  /** Forgets all rows, and stores this, in one transaction. */
  readonly begin: (meta: ReplicaMeta) => Promise<void>
  /** @throws Outrun where what is stored is of another epoch by now */
  readonly write: (writing: Writing) => Promise<void>
  /** Changes nothing where the batch is there no more. @throws Outrun */
  readonly rewrite: (rewriting: Rewriting) => Promise<void>
  /** Batches of an epoch from a number on, in their order, each parsed when it is asked for. @throws CannotOpen */
  readonly batches: (epoch: string, from: number) => AsyncIterable<Numbered>
  /** These batches, as far as they are there. */
  readonly some: (epoch: string, numbers: readonly number[]) => Promise<readonly Numbered[]>
  readonly entries: () => Promise<StoredEntries>
  /** Forgets rows and position; the outbox stays. */
  readonly deleteRows: () => Promise<void>
  readonly close: () => void
}

/** A store that keeps nothing beyond this page: where there is no key, or no room. */
export function memoryStore(entries: readonly Entry[] = []): Store {
  let outbox = new Map(entries.map((entry) => [entry.n, entry]))
  let mine: readonly Mine[] = []
  return {
    meta: () => Promise.resolve(null),
    begin: () => Promise.resolve(),
    write({ entries: written }) {
      outbox = new Map(outbox)
      for (const entry of written?.put ?? []) outbox.set(entry.n, entry)
      for (const n of written?.gone ?? []) outbox.delete(n)
      mine = written?.mine ?? mine
      return Promise.resolve()
    },
    rewrite: () => Promise.resolve(),
    async *batches() {},
    some: () => Promise.resolve([]),
    entries: () => {
      const entries = [...outbox.values()].sort((a, b) => a.n - b.n)
      return Promise.resolve({ entries, mine, lost: 0, top: entries.at(-1)?.n ?? 0 })
    },
    deleteRows: () => Promise.resolve(),
    close: () => undefined,
  }
}
