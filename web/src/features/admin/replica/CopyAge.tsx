import { useMemo } from 'react'
import { Instant } from '../../../ui'
import { useReplica } from './use-replica'
import { newestEntry } from './replica-figures'

/** The age of the copy: the time of its last contact with the server, or else of its newest entry. */
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
