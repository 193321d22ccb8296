import { waitsByPlace } from '@nation/domain/participation'
import { useRemembered } from '../features/home'
import { useDay } from '../features/participation'
import type { NavigationItem } from './navigation'

/** @returns how much waits for the citizen at a destination of the menu and at those below it; nothing for visitors */
export function useWaiting(): (item: NavigationItem) => number {
  // Events say what changes: pages that show the day itself also read it each minute.
  const { data: day } = useDay({ every: false })
  useRemembered(day)
  const waits = day && waitsByPlace(day)
  return function waitingAt({ waits: place, under = [] }): number {
    return under.reduce((sum, each) => sum + waitingAt(each), waits && place ? waits[place] : 0)
  }
}
