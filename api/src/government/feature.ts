import type { Feature } from '../frame'
import { governmentBindings } from './government.calls'

/** What the API answers of the government. */
export const feature: Feature = { bindings: governmentBindings }
