import type { ReplicaTable } from '@nation/domain/replica'
import type { DexieOptions } from 'dexie'
import { isFull } from './database'
import type { Memory } from './memory'
import { WrongKey } from './cipher'
import { openStore } from './encrypted-store'
import { memoryStore, type Store } from './store'
import type { Locks, Nation, Notice, OpenChannel, ReplicaMeta, ReplicaState } from './types'

/** What a replica is made of. Everything that belongs to a browser is given to it. */
export interface ReplicaParts {
  /** One for each profile and nation: the name of its database, of its lock and of its channel. */
  readonly name: string
  /** 32 bytes that the system keeps; null where it keeps none. */
  readonly key: Uint8Array<ArrayBuffer> | null
  readonly indexedDB: DexieOptions
  readonly nation: Nation
  readonly locks: Locks
  readonly channel: OpenChannel
  /** The administrator's public id: whose rows and entries these are, and who stands in rows that wait to be made. */
  readonly me: string
  readonly now: () => number
  /** Resolves when a round is due: after a while, longer the more rounds failed in a row, or before that when the signal is given. */
  readonly rest: (signal: AbortSignal, failures: number) => Promise<void>
  readonly memory?: Memory
}

/** The state of a replica that was opened just now. */
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

/** How far rows have been read, as the state of a replica has it. */
export const filledOf = (meta: ReplicaMeta | null): Pick<ReplicaState, 'filled' | 'unread' | 'estimate'> => {
  if (meta === null) return { filled: false, unread: null, estimate: 0 }
  const { filled, jobs, estimate } = meta
  return { filled, unread: filled ? [] : [...new Set(jobs.map(({ table }) => table))], estimate }
}

/** Whether all rows of a table have been read once: before that none may be said not to exist. */
export const isRead = ({ filled, unread }: Pick<ReplicaState, 'filled' | 'unread'>, table: ReplicaTable): boolean =>
  filled || (unread !== null && !unread.includes(table))

/** The store of a profile; one in memory where nothing can be stored, with the notice of that. */
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
