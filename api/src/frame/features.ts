import type { Call } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { featuresOfCall, type Features } from '@nation/domain/system'
import { readFeatures, readSettings, type NationSettings } from '@nation/core/system'
import type { Runtime } from '@nation/core/platform'
import { singleFlight } from './single-flight'

/** How long a switch of another process may go unnoticed. */
const staleMs = 1_000

/** Something that many calls ask for, known without asking the database for each. */
export interface Board<What> {
  readonly current: () => Promise<What>
  /** Reads anew at the next question: this process has just changed something, or the journal says that another one did. */
  readonly forget: () => void
}

/** What is switched on. */
export type FeatureBoard = Board<Features>

/** The limits, and the links that were set. */
export type SettingsBoard = Board<NationSettings>

/** Reads at most once a second, however many calls ask. */
function openBoard<What>(
  runtime: Pick<Runtime, 'database'>,
  read: (db: Runtime['database']) => Promise<What>,
): Board<What> {
  let generation = 0
  const flights = singleFlight<What>(staleMs)
  return {
    current: () => flights(String(generation), () => read(runtime.database)),
    forget: () => void generation++,
  }
}

export const openFeatureBoard = (runtime: Pick<Runtime, 'database'>): FeatureBoard => openBoard(runtime, readFeatures)

export const openSettingsBoard = (runtime: Pick<Runtime, 'database'>): SettingsBoard => openBoard(runtime, readSettings)

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
