import { useEffect } from 'react'

/** Names the page in the browser's tab and history. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Nation` : 'Nation: a government elected every week'
  }, [title])
}
