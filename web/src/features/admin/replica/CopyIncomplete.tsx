import type { ReplicaTable } from '@nation/domain/replica'
import { isRead } from '../../../lib/replica'
import { EmptyState } from '../../../ui'
import { useReplica } from './use-replica'

/** Whether every table of the copy was read once, and is in memory: before that nothing may be said not to exist. */
export const useIsFilled = (): boolean => useReplica(({ state }) => state !== null && state.filled && !state.loading)

/** The same of one table: others may still be missing. */
export const useIsRead = (table: ReplicaTable): boolean =>
  useReplica(({ state }) => state !== null && !state.loading && isRead(state, table))

/** In place of rows that may be missing, as long as the copy is not filled or not in memory; also where the server cannot be reached, or refuses. */
export function CopyIncomplete({ title = 'Not read yet' }: { title?: string }) {
  const isOpening = useReplica(({ state }) => state !== null && state.filled && state.loading)
  return (
    <EmptyState title={title}>
      {isOpening
        ? 'The copy on this computer is being opened. Its rows appear in a moment.'
        : 'The copy is not complete yet. What is missing appears here as it comes.'}
    </EmptyState>
  )
}
