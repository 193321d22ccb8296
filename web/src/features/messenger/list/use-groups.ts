import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'

/** The list of groups is asked for this often, in milliseconds, where events do not arrive by themselves (requirements 2.4). */
const POLL = 15_000

/** The groups that are open to the citizen, read through the cache. */
export const useGroups = (enabled = true) => {
  const live = useLive((state) => state.live)
  return useCall('messenger.get-groups', {}, { enabled, every: live ? false : POLL })
}
