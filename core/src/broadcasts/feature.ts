import { rights } from '../platform'
import type { Feature } from '../work'
import { Broadcast } from './broadcast.entity'

/** What broadcasts add to the nation. */
export const feature: Feature = {
  entities: [Broadcast],
  tables: { broadcasts: rights.kept },
}
