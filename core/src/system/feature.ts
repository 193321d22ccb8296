import { rights } from '../platform'
import type { Feature } from '../work'
import { FeatureFlag } from './feature.entity'

/** What switches of features add to the nation. */
export const feature: Feature = {
  entities: [FeatureFlag],
  tables: { feature_flags: rights.kept },
}
