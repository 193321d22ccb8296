import { useMemo } from 'react'
import { Instant } from '../../../ui'
import { useReplica } from './use-replica'
import { newestEntry } from './replica-figures'

/** Of when the copy is: of its last contact with the server, or else as old as the newest entry that it holds. */
export function CopyAge() {
  const { replica, state } = useReplica()
  const syncedAt = state?.syncedAt ?? null
  const newest = useMemo(() => (replica && syncedAt === null ? newestEntry(replica) : null), [replica, syncedAt])
  if (!state?.filled) return 'From the copy on this computer, which is not complete yet.'
  if (syncedAt !== null)
    return (
      <>
        From the copy on this computer, as of <Instant at={syncedAt} />.
      </>
    )
  return newest === null ? (
    'From the copy on this computer.'
  ) : (
    <>
      From the copy on this computer. Its newest entry is of <Instant at={newest} />.
    </>
  )
}
