import { use, useEffect } from 'react'
import { OpenScreens } from '../../../lib/built'
import type { Day } from '../../participation'

/** The screens draw what was read first, in milliseconds. */
const PAUSE = 500

/** Keeps what this device remembers of the day in step with what was read, on whatever page it is read. */
export function useRemembered(day: Day | undefined): void {
  const screens = use(OpenScreens)
  useEffect(() => {
    if (!day) return
    const timer = setTimeout(() => {
      import('./remember-day').then(({ rememberDay }) => rememberDay(day, screens)).catch(() => {})
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [day, screens])
}
