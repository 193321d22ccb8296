import { use, useEffect } from 'react'
import { OpenScreens } from '../../../lib/built'
import { useFeatures } from '../../../lib/feature-flags'
import type { Day } from '../../participation'

/** The screens draw what was read first, in milliseconds. */
const PAUSE = 500

/** Keeps what this device remembers of the day in step with what was read, on whatever page it is read. */
export function useRemembered(day: Day | undefined): void {
  const screens = use(OpenScreens)
  const features = useFeatures()
  useEffect(() => {
    if (!day) return
    const timer = setTimeout(() => {
      import('./remember-day').then(({ rememberDay }) => rememberDay(day, features, screens)).catch(() => {})
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [day, features, screens])
}
