import { useCallback, useEffect, useRef } from 'react'
import { confirm } from '../../../ui'
import { useBlocker } from '../../../lib/router'

interface LeaveWords {
  readonly title: string
  readonly message: string
}

/** Asks before a page with unsaved changes is left, by a link or by closing the tab. The words stay the same. */
export function useLeaveQuestion(unsaved: () => boolean, words: LeaveWords): void {
  const latest = useRef(unsaved)
  useEffect(() => {
    latest.current = unsaved
  })
  useBlocker(
    useCallback((from, to) => latest.current() && from.pathname !== to.pathname, []),
    useCallback(() => confirm({ ...words, confirm: 'Leave', cancel: 'Stay' }), [words]),
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
}
