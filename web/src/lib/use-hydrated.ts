import { startTransition, useEffect, useState } from 'react'

let over = false

/** Says that no served page is being taken over (any more): what is shown from now on may be this browser's own at once. */
export function endHydration(): void {
  over = true
}

/**
 * False while the served page is taken over: what only this browser knows must not differ from it yet. It turns true without
 * haste, in slices that leave the page responsive.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(over)
  useEffect(() => {
    endHydration()
    startTransition(() => setHydrated(true))
  }, [])
  return hydrated
}
