import type { LiveEvent } from '../live/live'
import { clearAllReads } from './query'

type Listener = (event: LiveEvent) => void

/**
 * Refreshes what is shown when the nation says that it changed. What each event makes stale is known to code that comes with the first
 * event: a first visit does without it. Where that code does not come, whatever was read is read again.
 */
export function refreshOnFirstEvent(subscribe: (listener: Listener) => void): void {
  let hear: Listener | undefined
  let code: Promise<void> | undefined
  const load = async () => {
    const { refreshOnEvents } = await import('./refresh-on-events')
    refreshOnEvents((listener) => (hear = listener))
  }
  subscribe((event) => {
    if (hear) return hear(event)
    code ??= load()
    // Those that come meanwhile follow in their order.
    code.then(
      () => hear?.(event),
      () => {
        code = undefined
        void clearAllReads()
      },
    )
  })
}
