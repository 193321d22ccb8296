import { useCallback, useState } from 'react'
import { useLocation } from 'react-router-dom'

/** Whether a link to the page that is drawn was pressed. */
export const isCurrentPage = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a[aria-current="page"]') !== null

/** Whether something is open on the page that is drawn: going to another closes it for good, so Back does not open it again. */
export function useOpenOnPage(): [open: boolean, setOpen: (open: boolean) => void] {
  const { pathname } = useLocation()
  const [{ open, at }, setState] = useState({ open: false, at: pathname })
  if (at !== pathname) setState({ open: false, at: pathname })
  const setOpen = useCallback((open: boolean) => setState({ open, at: pathname }), [pathname])
  return [open && at === pathname, setOpen]
}
