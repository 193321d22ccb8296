import type { Call } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { featuresOfCall, type Features } from '@nation/domain/system'
import { readFeatures } from '@nation/core/system'
import type { Runtime } from '@nation/core/platform'
import { singleFlight } from './single-flight'

/** How long a switch of another process may go unnoticed. */
const staleMs = 1_000

/** What is switched on, known without asking the database for each call. */
export interface FeatureBoard {
  readonly current: () => Promise<Features>
  /** Reads anew at the next question: this process has just switched something. */
  readonly forget: () => void
}

/** Reads the switches at most once a second, however many calls ask. */
export function openFeatureBoard(runtime: Pick<Runtime, 'database'>): FeatureBoard {
  let generation = 0
  const flights = singleFlight<Features>(staleMs)
  return {
    current: () => flights(String(generation), () => readFeatures(runtime.database)),
    forget: () => void generation++,
  }
}

/**
 * Lets a call through when all features that it belongs to are on.
 * @throws NationError `feature_off`
 */
export async function checkFeatures(call: Call, board: FeatureBoard): Promise<void> {
  const needed = featuresOfCall(call)
  if (needed.length === 0) return
  const features = await board.current()
  const off = needed.find((feature) => !features[feature])
  if (off) throw new NationError('feature_off', { feature: off })
}
