import { useSyncExternalStore } from 'react'
import classes from './OfflineNotice.module.css'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says when the device has no connection, and that what is shown may have changed. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" aria-live="polite">
      {!online && (
        <p className={classes.notice}>
          <strong>You are offline.</strong> What you see may have changed since. Nothing you typed is lost.
        </p>
      )}
    </div>
  )
}
