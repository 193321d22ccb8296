import { waitsByPlace, type WaitPlace } from '@nation/domain/participation'
import { useRemembered } from '../features/home'
import { useDay } from '../features/participation'
import { useBuilt } from '../lib/built'
import type { NavigationItem } from './navigation'

/** @returns how much waits for the citizen at a destination of the menu and at those below it; nothing for visitors */
export function useWaiting(): (item: NavigationItem) => number {
  // Events say what changes: pages that show the day itself also read it each minute.
  const { data: day } = useDay({ every: false })
  useRemembered(day)
  const built = useBuilt()
  const waits = day && waitsByPlace(day)
  // The panel is no destination of the menu: the home page leads there.
  const waitsAt = (place: WaitPlace) =>
    waits ? waits[place] + (place === 'home' && built('/admin') ? waits.panel : 0) : 0
  return function waitingAt({ waits: place, under = [] }: NavigationItem): number {
    return under.reduce((sum, each) => sum + waitingAt(each), place ? waitsAt(place) : 0)
  }
}
