import type { Feature } from '../frame'
import { replicaBindings } from './replica.calls'

/** What the API answers of the console's copy. */
export const feature: Feature = { bindings: replicaBindings }
