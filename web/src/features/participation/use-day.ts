import type { CallAnswer } from '@nation/domain/contract'
import { useCall } from '../../lib/query/query'
import { useSession } from '../../lib/session/session'

export type Day = CallAnswer<'participation.day'>

/** Mentions and a candidate's place change with what thousands do, without an event for each: they are read each minute. */
const EVERY = 60_000

/** What waits for the citizen who is signed in; nothing is asked for visitors. */
export function useDay({ every = EVERY }: { every?: number | false } = {}) {
  const signedIn = useSession((state) => state.status === 'signed-in')
  return useCall('participation.day', {}, { enabled: signedIn, every })
}
