import { useSyncExternalStore } from 'react'

const TOUCH = '(hover: none) and (pointer: coarse)'

/** Whether fingers are what one points with. */
export function useIsTouch(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(TOUCH)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(TOUCH).matches,
    () => false,
  )
}
