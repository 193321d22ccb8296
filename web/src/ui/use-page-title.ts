import { titleAt, titleInTab } from '@nation/domain/pages'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** Names the page in the browser's tab and history: by its own name once that is known, otherwise as its address is called. */
export function usePageTitle(title?: string): void {
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = titleInTab(title ?? titleAt(pathname))
  }, [title, pathname])
}
