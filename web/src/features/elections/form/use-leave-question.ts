import { useEffect } from 'react'
import { confirm } from '../../../ui'
import { loadConfirmDialog } from '../../../ui/confirm/confirm'
import { useLeaveBlocker } from '../../../ui/leaving'

interface LeaveWords {
  readonly title: string
  readonly message: string
}

/** Asks before a page with unsaved changes is left, by a link or by closing the tab. */
export function useLeaveQuestion(unsaved: () => boolean, words: LeaveWords): void {
  useLeaveBlocker(unsaved, {
    blocks: (from, to) => from.pathname !== to.pathname,
    ask: () => confirm({ ...words, confirm: 'Leave', cancel: 'Stay' }),
  })
  useEffect(() => {
    // While the connection is there: the question is asked when something could be lost.
    void loadConfirmDialog().catch(() => {})
  }, [])
}
