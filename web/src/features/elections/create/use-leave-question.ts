import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { confirm } from '../../../ui'

/** Asks before a page with unsaved changes is left, by a link or by closing the tab. */
export function useLeaveQuestion(unsaved: () => boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved() && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm({
      title: 'Leave without creating?',
      message: 'Your candidacy was not sent. What you wrote is kept on this device.',
      confirm: 'Leave',
      cancel: 'Stay',
    }).then((yes) => (yes ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
}
