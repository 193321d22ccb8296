import type { ReplicaTable } from '@nation/domain/replica'
import type { DexieOptions } from 'dexie'
import { isFull } from './database'
import type { Memory } from './memory'
import { WrongKey } from './cipher'
import { openStore } from './encrypted-store'
import { memoryStore, type Store } from './store'
import type { Locks, Nation, Notice, OpenChannel, ReplicaMeta, ReplicaState } from './types'

/** The parts of a replica. The caller passes everything that belongs to a browser. */
export interface ReplicaParts {
  /** The name of the database, of the lock and of the channel; one for each profile and nation. */
  readonly name: string
  /** A key of 32 bytes that the operating system stores; null without one. */
  readonly key: Uint8Array<ArrayBuffer> | null
  readonly indexedDB: DexieOptions
  readonly nation: Nation
  readonly locks: Locks
  readonly channel: OpenChannel
  /** The administrator's public id: the owner of the rows and entries, and the author of rows that wait to be created. */
  readonly me: string
  readonly now: () => number
  /** Resolves when a round is due: after a pause that grows with each failed round, or earlier at the signal. */
  readonly rest: (signal: AbortSignal, failures: number) => Promise<void>
  readonly memory?: Memory
}

/** The state of a replica that was just opened. */
export const begun: ReplicaState = {
  notice: null,
  contact: 'unknown',
  refusal: null,
  leading: false,
  syncedAt: null,
  trouble: null,
  loading: true,
  filled: false,
  unread: null,
  rows: 0,
  estimate: 0,
  lostEntries: 0,
  otherEntries: 0,
}

/** The progress of the first read, for the state of a replica. */
export const filledOf = (meta: ReplicaMeta | null): Pick<ReplicaState, 'filled' | 'unread' | 'estimate'> => {
  if (meta === null) return { filled: false, unread: null, estimate: 0 }
  const { filled, jobs, estimate } = meta
  return { filled, unread: filled ? [] : [...new Set(jobs.map(({ table }) => table))], estimate }
}

/** Whether all rows of a table have been read once. Until then, a missing row may exist on the server. */
export const isRead = ({ filled, unread }: Pick<ReplicaState, 'filled' | 'unread'>, table: ReplicaTable): boolean =>
  filled || (unread !== null && !unread.includes(table))

/** The store of a profile. If nothing can be stored, a store in memory and a notice that says so. */
export async function storeOf({
  name,
  key,
  indexedDB,
}: ReplicaParts): Promise<{ store: Store; notice: Notice | null }> {
  if (key === null) return { store: memoryStore(), notice: 'noKey' }
  try {
    return { store: await openStore(name, key, indexedDB), notice: null }
  } catch (error) {
    if (error instanceof WrongKey) return { store: memoryStore(), notice: 'wrongKey' }
    if (isFull(error)) return { store: memoryStore(), notice: 'full' }
    throw error
  }
}
