import { useEffect } from 'react'
import { useBuilt } from '../../../lib/built'
import type { Day } from '../../participation'

/** The screens draw what was read first, in milliseconds. */
const PAUSE = 500

/** Keeps what this device remembers of the day in step with what was read, on whatever page it is read. */
export function useRemembered(day: Day | undefined): void {
  const isBuilt = useBuilt()
  useEffect(() => {
    if (!day) return
    const timer = setTimeout(() => {
      import('./remember-day').then(({ rememberDay }) => rememberDay(day, isBuilt)).catch(() => {})
    }, PAUSE)
    return () => clearTimeout(timer)
    // Another function of the same screens changes nothing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [day])
}
