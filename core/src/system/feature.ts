import { healthSpanMs } from '@nation/domain/system'
import { rights } from '../platform'
import { removedBefore, type Feature } from '../work'
import { FeatureFlag } from './feature.entity'
import { Setting } from './setting.entity'

/** What switches of features, settings and the checks of the system add to the nation. */
export const feature: Feature = {
  entities: [FeatureFlag, Setting],
  tables: { feature_flags: rights.kept, health_days: rights.passing, settings: rights.kept },
  retention: [removedBefore('DELETE FROM health_days WHERE day < ? LIMIT 1000', 2 * healthSpanMs)],
}
