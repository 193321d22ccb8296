import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'

/** Windows of a tile of wall: walls are made of these tiles, so a share of a tile is a share of the capital. */
export const TILE = { wide: 10, high: 8 } as const

const all = TILE.wide * TILE.high

/** How many windows of a tile are lit while no voting is open. */
export const litAtRest = 24

/**
 * How many windows of a tile are lit at a turnout: the same share. From the first voter on at least one is, and all are only
 * when everybody has voted.
 */
export function litAt({ voters, eligible }: { readonly voters: number; readonly eligible: number }): number {
  if (voters === 0) return 0
  if (voters >= eligible) return all
  return Math.min(all - 1, Math.max(1, Math.round((voters / eligible) * all)))
}

/** How often the election is read again where no events come. */
const EVERY = 60_000

/**
 * How many voted so far in the election that is open: null when none is, undefined while that is not known. `failed` when it
 * could not be read.
 */
export function useTurnoutSoFar() {
  const live = useLive((state) => state.live)
  const { data, isError } = useCall('elections.current', {}, { every: live ? false : EVERY })
  return { turnout: data && (data.election?.turnoutSoFar ?? null), failed: isError && !data }
}

/** How many windows of a tile are lit now. */
export function useLitWindows(): number {
  const { turnout } = useTurnoutSoFar()
  return turnout ? litAt(turnout) : litAtRest
}
