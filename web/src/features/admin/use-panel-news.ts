import { useEffect } from 'react'
import { hearAlone } from '../../lib/live/hear-alone'
import type { LiveEvent } from '../../lib/live/live'
import { refreshOnEvents } from '../../lib/query/refresh-on-events'
import { refreshOnReset } from '../../lib/query/refresh-on-reset'
import { endPanel, usePanel } from './panel-session'

/**
 * Hears the news of administrators by the panel's session, as long as it is open in this tab. The page's own stream has the right of the
 * citizen who is signed in, who may be no administrator, or another one; and it does not notice that the panel's session was ended.
 */
export function usePanelNews(): void {
  const token = usePanel((state) => state.token)
  useEffect(() => {
    if (token === null) return
    let heard = (_: LiveEvent): void => undefined
    let missed = (): void => undefined
    refreshOnEvents((listener) => (heard = listener))
    refreshOnReset((listener) => (missed = listener))
    return hearAlone(token, {
      heard: (event) => heard(event),
      missed: () => missed(),
      refused() {
        if (usePanel.getState().token === token) endPanel(true)
      },
    })
  }, [token])
}
