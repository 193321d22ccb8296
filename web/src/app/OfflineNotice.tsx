import { useState, useSyncExternalStore } from 'react'
import { retryFailed } from '../lib/query/query'
import { useReach } from '../lib/reach'
import { Button, Row } from '../ui'
import classes from './OfflineNotice.module.css'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

/** Says when the device has no connection, or the nation does not answer, and that what is shown may have changed. */
export function OfflineNotice() {
  const online = useOnline()
  const reached = useReach((state) => state.reached)
  return (
    <div role="status" aria-live="polite">
      {!online ? (
        <Row
          as="p"
          gap={[2, 4]}
          pad={[2, 4]}
          align="center"
          justify="center"
          tone="ink"
          step={-1}
          centred
          className={classes.notice}
        >
          <strong>You are offline.</strong> What you see may have changed since. Nothing you typed is lost.
        </Row>
      ) : (
        !reached && <Unanswered />
      )}
    </div>
  )
}

function Unanswered() {
  const [trying, setTrying] = useState(false)
  const tryAgain = async () => {
    setTrying(true)
    await retryFailed()
    setTrying(false)
  }
  return (
    <Row
      as="p"
      gap={[2, 4]}
      pad={[2, 4]}
      align="center"
      justify="center"
      tone="ink"
      step={-1}
      centred
      className={classes.notice}
    >
      <span>
        <strong>The nation does not answer at the moment.</strong> What you see may have changed since. Nation tries
        again automatically.
      </span>
      <Button size="compact-sm" variant="default" loading={trying} onClick={() => void tryAgain()}>
        Try now
      </Button>
    </Row>
  )
}
