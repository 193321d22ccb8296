import type { Feature } from '../frame'
import { gazetteBindings } from './gazette.calls'

/** What the API answers of the gazette. */
export const feature: Feature = { bindings: gazetteBindings }
