import type { ReplicaTable } from '@nation/domain/replica'
import { isRead } from '../../../lib/replica'
import { EmptyState } from '../../../ui'
import { useReplica } from './use-replica'

/** Whether every table of the copy was read once and is in memory. Until then, a missing row may exist on the server. */
export const useIsFilled = (): boolean => useReplica(({ state }) => state !== null && state.filled && !state.loading)

/** The same for one table. */
export const useIsRead = (table: ReplicaTable): boolean =>
  useReplica(({ state }) => state !== null && !state.loading && isRead(state, table))

/** Shown instead of rows that may be missing: while the copy is not filled or not in memory, or the server does not answer or refuses. */
export function CopyIncomplete({ title = 'Not read yet' }: { title?: string }) {
  const isOpening = useReplica(({ state }) => state !== null && state.filled && state.loading)
  return (
    <EmptyState title={title}>
      {isOpening
        ? 'The copy on this computer is being opened. Its rows appear in a moment.'
        : 'The copy is not complete yet. Missing rows appear here as they arrive.'}
    </EmptyState>
  )
}
