import { useSearchParams } from 'react-router-dom'
import type { PollTab } from '../types'

/** Which tab is open and which poll lies on top, as the address says: `/vote?tab=archived&poll=...`. */
export function useHubState() {
  const [parameters, setParameters] = useSearchParams()
  const tab: PollTab = parameters.get('tab') === 'archived' ? 'archived' : 'active'
  const write = (name: string, value: string | null) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === null) after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    tab,
    pinned: parameters.get('poll'),
    choose: (next: PollTab) => write('tab', next === 'archived' ? next : null),
    pin: (pollId: string | null) => write('poll', pollId),
  }
}
