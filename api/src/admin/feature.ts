import type { Feature } from '../frame'
import { adminBindings } from './admin.calls'

/** What the API answers of the panel's accounts. */
export const feature: Feature = { bindings: adminBindings }
