import { waitsByPlace, type WaitPlace } from '@nation/domain/participation'
import { useEffect } from 'react'
import { useRemembered } from '../features/home'
import { useDay, type Day } from '../features/participation'
import { useBuilt } from '../lib/built'
import { useFeatures } from '../lib/feature-flags'
import { forget } from '../lib/query/query'
import { serverNow } from '../lib/server-time'
import type { NavigationItem } from './navigation'

/** @returns how much waits for the citizen at a destination of the menu and at those below it; nothing for visitors */
export function useWaiting(): (item: NavigationItem) => number {
  // Events say what changes, also that an office has its first candidate: pages that show the day itself also read it each minute.
  const { data: day } = useDay({ every: false })
  useRemembered(day)
  useReadWhenDue(day?.bank)
  const features = useFeatures()
  const built = useBuilt()
  const waits = day && waitsByPlace(day, features)
  // The panel is no destination of the menu: the home page leads there.
  const waitsAt = (place: WaitPlace) =>
    waits ? waits[place] + (place === 'home' && built('/admin') ? waits.panel : 0) : 0
  return function waitingAt({ waits: place, under = [] }: NavigationItem): number {
    return under.reduce((sum, each) => sum + waitingAt(each), place ? waitsAt(place) : 0)
  }
}

/** Timers cannot wait longer. */
const LONGEST_WAIT = 2 ** 31 - 1

/** The server's clock is known to about so many milliseconds. */
const MARGIN = 1_000

/** Reads the day again when a payment of salaries is due: the clock alone changes that, without an event. */
function useReadWhenDue(bank: Day['bank'] | undefined): void {
  const dueAt = bank && bank.payday === null ? bank.dueAt : null
  useEffect(() => {
    if (dueAt === null) return
    const wait = dueAt - serverNow() + MARGIN
    if (wait < 0 || wait > LONGEST_WAIT) return
    const timer = setTimeout(() => void forget(['participation.day']), wait)
    return () => clearTimeout(timer)
  }, [dueAt])
}
