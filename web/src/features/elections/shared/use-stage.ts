import { useEffect, useReducer } from 'react'
import { useClock } from '../../../ui'

/** Where a half-open span lies from now. */
export type Stage = 'before' | 'open' | 'after'

/** The stage of the span [opensAt, closesAt) at an instant. */
export const stageAt = (opensAt: number, closesAt: number, now: number): Stage =>
  now < opensAt ? 'before' : now < closesAt ? 'open' : 'after'

/** Longer waits overflow the browser's timers. */
const LONGEST_WAIT = 86_400_000

/** The stage of a span, renewed when it changes and not before. */
export function useStage(opensAt: number, closesAt: number): Stage {
  const clock = useClock()
  const [wakings, wake] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const now = clock()
    const next = [opensAt, closesAt].find((instant) => instant > now)
    if (next === undefined) return
    const timer = setTimeout(wake, Math.min(next - now + 20, LONGEST_WAIT))
    return () => clearTimeout(timer)
  }, [clock, opensAt, closesAt, wakings])
  return stageAt(opensAt, closesAt, clock())
}
