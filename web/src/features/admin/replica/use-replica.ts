import type { ReplicaRow, ReplicaTable } from '@nation/domain/replica'
import { useMemo } from 'react'
import { create } from 'zustand'
import type { Entry, Replica, ReplicaState, SearchableMemory } from '../../../lib/replica'

/**
 * The copy of the nation's rows that the console stores on this machine (decision 88), as screens see it. In a browser there is none:
 * `replica` is null, and every screen asks the server.
 */
export interface ReplicaView {
  /** Whether it is known yet if there is a copy. */
  readonly ready: boolean
  /** Whether a copy is being opened: screens wait for it, and do not ask the server for its rows. */
  readonly opening: boolean
  readonly replica: Replica | null
  readonly memory: SearchableMemory | null
  readonly state: ReplicaState | null
  /** Why the copy's key is not stored, in sentences; null where it is, or where that is not known. */
  readonly noKeyReason: string | null
  /** What waits to be sent, in its order. */
  readonly entries: readonly Entry[]
  /** Raised with every change of rows, entries or state, at most 20 times a second. */
  readonly version: number
}

export const none: ReplicaView = {
  ready: false,
  opening: false,
  replica: null,
  memory: null,
  state: null,
  noKeyReason: null,
  entries: [],
  version: 0,
}

export const useReplica = create<ReplicaView>(() => none)

const nothing: readonly never[] = []

/** All rows of a table, as they will be when the outbox is sent; none without a copy. */
export function useReplicaRows<Table extends ReplicaTable>(table: Table): readonly ReplicaRow<Table>[] {
  const replica = useReplica(({ replica }) => replica)
  const version = useReplica(({ version }) => version)
  return useMemo(() => {
    void version
    return replica ? [...replica.rows(table)] : nothing
  }, [replica, table, version])
}

/** All members, the newest first, as they will be when the outbox is sent. */
export function useNewestMembers(): readonly ReplicaRow<'members'>[] {
  const replica = useReplica(({ replica }) => replica)
  const memory = useReplica(({ memory }) => memory)
  const version = useReplica(({ version }) => version)
  return useMemo(() => {
    void version
    const rows = (memory?.newestMembers() ?? nothing) as readonly ReplicaRow<'members'>[]
    const waiting = replica?.overlay.get('members') as ReadonlyMap<string, ReplicaRow<'members'> | null> | undefined
    if (!waiting) return rows
    return rows.flatMap((row) => (waiting.has(row.id) ? (waiting.get(row.id) ?? []) : row))
  }, [replica, memory, version])
}

/** The name of a citizen, if the copy has it. */
export const nameOf = (id: string | null, { replica }: Pick<ReplicaView, 'replica'> = useReplica.getState()): string =>
  id === null ? '–' : (replica?.get('members', id)?.username ?? 'A former citizen')
