import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while the served page is taken over: what only this browser knows must not differ from it yet. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
