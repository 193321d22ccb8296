import { rights } from '../platform'
import type { Feature } from '../work'
import { gazetteProjection } from './projection'

/** What the gazette adds to the nation. */
export const feature: Feature = {
  tables: {
    gazette_entries: rights.facts,
    gazette_facets: rights.passing,
    gazette_terms: rights.passing,
    gazette_words: rights.passing,
  },
  projections: [gazetteProjection],
}
