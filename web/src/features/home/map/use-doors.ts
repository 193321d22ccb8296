import { useBuilt } from '../../../lib/built'
import { useSession } from '../../../lib/session/session'
import { buildings, lockOf } from './buildings'
import type { Building, Lock } from './buildings'

/** The four buildings, and why each is closed to this visitor. */
export function useDoors(): readonly { building: Building; lock: Lock | null }[] {
  const signedIn = useSession((state) => state.status === 'signed-in')
  const isBuilt = useBuilt()
  return buildings.map((building) => ({ building, lock: lockOf(building, isBuilt(building.path), signedIn) }))
}
