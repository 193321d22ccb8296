import type { Feature } from '../frame'
import { broadcastBindings } from './broadcasts.calls'

/** What the API answers of broadcasts. */
export const feature: Feature = { bindings: broadcastBindings }
