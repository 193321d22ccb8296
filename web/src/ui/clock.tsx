import { createContext, useContext, useEffect, useState } from 'react'
import type { ReactNode } from 'react'

/** Returns the time: epoch milliseconds. */
export type Clock = () => number

const ClockContext = createContext<Clock>(Date.now)

/** Gives everything inside the nation's time instead of the device's. */
export function ClockProvider({ clock, children }: { clock: Clock; children: ReactNode }) {
  return <ClockContext value={clock}>{children}</ClockContext>
}

/** The nation's clock. */
export const useClock = (): Clock => useContext(ClockContext)

/** The nation's time, renewed each `interval` milliseconds and at the turn of that interval. */
export function useNow(interval = 1000): number {
  const clock = useClock()
  const [now, setNow] = useState(clock)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const current = clock()
      setNow(current)
      timer = setTimeout(tick, interval - (current % interval))
    }
    tick()
    return () => clearTimeout(timer)
  }, [clock, interval])
  return now
}
