import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/** Remembers whether React asked for what the server showed: it does so only for what stands in the served page. */
function beginning() {
  let isServed: boolean | undefined
  return {
    served: () => (isServed = true),
    drawn: () => (isServed ??= false),
  }
}

/** Whether the component that asks stood in the served page and was taken over, instead of drawn by this browser. It never changes. */
export function useServed(): boolean {
  const [{ drawn, served }] = useState(beginning)
  return useSyncExternalStore(never, drawn, served)
}

/**
 * False while a part of the served page is taken over: what only this browser knows must not differ from it yet. It turns true without
 * haste, in slices that leave the page responsive. Parts that this browser draws itself begin with true.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(!useServed())
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return hydrated
}
