import { rights } from '../platform'
import { removedBefore, type Feature } from '../work'
import { Session } from './session.entity'

/** What browsers' sessions add to the nation. */
export const feature: Feature = {
  entities: [Session],
  tables: {
    sessions: rights.passing,
  },
  retention: [removedBefore('DELETE FROM sessions WHERE expires_at < ? ORDER BY expires_at LIMIT 1000')],
}
