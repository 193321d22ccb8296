import { createContext, useContext, useEffect, useReducer, useState } from 'react'
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

/** Timers stand still while a device sleeps, and the nation's time may be learnt anew: the clock is looked at so often. */
const LONGEST_WAIT = 60_000

/** The nation's time, renewed when the next of these instants comes and not before: it says which of them are over. */
export function useNowAmong(instants: readonly number[]): number {
  const clock = useClock()
  const [wakings, wake] = useReducer((count: number) => count + 1, 0)
  const now = clock()
  const next = Math.min(...instants.filter((instant) => instant > now))
  useEffect(() => {
    if (next === Infinity) return
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      const left = next - clock()
      if (left <= 0) wake()
      else timer = setTimeout(look, Math.min(left + 20, LONGEST_WAIT))
    }
    look()
    return () => clearTimeout(timer)
  }, [clock, next, wakings])
  return now
}
