import { titleAt, titleInTab } from '@nation/domain/pages'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** Names the page in the browser's tab and history: by its own name once that is known, otherwise as its address is called. */
export function usePageTitle(own?: string): void {
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = titleInTab(own ?? titleAt(pathname))
  }, [own, pathname])
}
