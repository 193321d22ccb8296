import type { LiveEvent } from '../live/live'
import { refreshOnReset } from './refresh-on-reset'

type Listener = (event: LiveEvent) => void

/**
 * Refreshes what is shown when the nation says that it changed. What each event makes stale is known to code that comes with the first
 * event: a first visit does without it. Where that code does not come, whatever was read is read again, as after an outage: once for many
 * events, and not by every browser at the same moment.
 */
export function refreshOnFirstEvent(subscribe: (listener: Listener) => void): void {
  let hear: Listener | undefined
  let code: Promise<void> | undefined
  let readAll = (): void => undefined
  refreshOnReset((listener) => (readAll = listener))
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
        readAll()
      },
    )
  })
}
