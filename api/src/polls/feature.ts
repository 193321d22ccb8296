import type { Feature } from '../frame'
import { pollBindings } from './polls.calls'

/** What the API answers of polls. */
export const feature: Feature = { bindings: pollBindings }
