import type { Call } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { featuresOfCall, type Features } from '@nation/domain/system'
import { readFeatures, readSettings, type NationSettings } from '@nation/core/system'
import type { Runtime } from '@nation/core/platform'
import { singleFlight } from './single-flight'

/** The longest time until a change in another process is noticed. */
const staleMs = 1_000

/** A value that many calls need, cached so that not every call reads the database. */
export interface Board<What> {
  readonly current: () => Promise<What>
  /** Discards the cached value: this process has changed it, or the journal says that another one did. */
  readonly forget: () => void
}

/** The features that are on. */
export type FeatureBoard = Board<Features>

/** The limits and links of the settings. */
export type SettingsBoard = Board<NationSettings>

/** Reads at most once a second, whatever the number of calls. */
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
 * Checks that all features of a call are on.
 * @throws NationError `feature_off`
 */
export async function checkFeatures(call: Call, board: FeatureBoard): Promise<void> {
  const needed = featuresOfCall(call)
  if (needed.length === 0) return
  const features = await board.current()
  const off = needed.find((feature) => !features[feature])
  if (off) throw new NationError('feature_off', { feature: off })
}
