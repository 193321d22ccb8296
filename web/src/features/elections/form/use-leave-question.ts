import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router-dom'
import type { BlockerFunction } from 'react-router-dom'
import { confirm } from '../../../ui'

interface LeaveWords {
  readonly title: string
  readonly message: string
}

/** Asks before a page with unsaved changes is left, by a link or by closing the tab. */
export function useLeaveQuestion(unsaved: () => boolean, words: LeaveWords): void {
  const latest = useRef(unsaved)
  useEffect(() => {
    latest.current = unsaved
  })
  // One function for the life of the page: with a new one the router would ask again while the question is open.
  const blocks = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) => latest.current() && currentLocation.pathname !== nextLocation.pathname,
    [],
  )
  const blocker = useBlocker(blocks)
  const asked = useRef(false)
  useEffect(() => {
    if (blocker.state !== 'blocked' || asked.current) return
    asked.current = true
    void confirm({ ...words, confirm: 'Leave', cancel: 'Stay' }).then((yes) => {
      asked.current = false
      if (yes) blocker.proceed()
      else blocker.reset()
    })
  }, [blocker, words])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
}
