import { rights } from '../platform'
import type { Feature } from '../work'
import { FeatureFlag } from './feature.entity'
import { Setting } from './setting.entity'

/** What switches of features and settings add to the nation. */
export const feature: Feature = {
  entities: [FeatureFlag, Setting],
  tables: { feature_flags: rights.kept, settings: rights.kept },
}
