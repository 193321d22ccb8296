import type { ReplicaTable } from '@nation/domain/replica'

/** The page of one row of the console's copy. */
export const recordPath = (table: ReplicaTable, id: string): string =>
  `/admin?tab=record&table=${table}&id=${encodeURIComponent(id)}`
