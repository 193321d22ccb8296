import type { Batch, Entry, ReplicaMeta, Mine } from './types'

/** The writes of one transaction. */
export interface Writing {
  readonly meta?: ReplicaMeta
  /** The last batch has the number before `meta.next`. */
  readonly batches?: readonly Batch[]
  /** Batches to delete: their rows are in `batches`. */
  readonly without?: readonly number[]
  readonly entries?: WrittenEntries
}

export interface WrittenEntries {
  readonly put: readonly Entry[]
  readonly gone: readonly number[]
  /** The results of the administrator's latest commands, all that is stored of them. Left out when they do not change. */
  readonly mine?: readonly Mine[]
}

/** A batch that is rewritten under its own number; null when no row of it remains. */
export interface Rewriting {
  readonly meta: ReplicaMeta
  readonly n: number
  readonly batch: Batch | null
}

/** Another window started a new epoch, so nothing was written: rows of two epochs must not mix. */
export class Outrun extends Error {
  override readonly name = 'Outrun'
}

export interface Numbered {
  readonly n: number
  readonly batch: Batch
}

/** The given batches with their numbers. */
export const numberedOf = ({ next }: ReplicaMeta, batches: readonly Batch[]): Numbered[] =>
  batches.map((batch, at) => ({ n: next - batches.length + at, batch }))

export interface StoredEntries {
  readonly entries: readonly Entry[]
  /** How many entries could not be read. */
  readonly lost: number
  readonly mine: readonly Mine[]
  /** The last used number, also of an entry that could not be read. */
  readonly top: number
}

/** The storage of a replica between two starts. Only the leader starts a new epoch or deletes rows. */
export interface Store {
  /** @throws CannotOpen when it is damaged */
  readonly meta: () => Promise<ReplicaMeta | null>
  /** Deletes all rows and stores this metadata, in one transaction. */
  readonly begin: (meta: ReplicaMeta) => Promise<void>
  /** @throws Outrun when another epoch is stored by now */
  readonly write: (writing: Writing) => Promise<void>
  /** Changes nothing when the batch does not exist any more. @throws Outrun */
  readonly rewrite: (rewriting: Rewriting) => Promise<void>
  /** The batches of an epoch from a number on, in their order; each is parsed when the caller asks for it. @throws CannotOpen */
  readonly batches: (epoch: string, from: number) => AsyncIterable<Numbered>
  /** Those of these batches that exist. */
  readonly some: (epoch: string, numbers: readonly number[]) => Promise<readonly Numbered[]>
  readonly entries: () => Promise<StoredEntries>
  /** Deletes rows and position; the outbox stays. */
  readonly deleteRows: () => Promise<void>
  readonly close: () => void
}

/** A store in memory, which ends with the page: for a machine without a key, or without room. */
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
