import type { Feature } from '../frame'
import { systemBindings } from './system.calls'
import { workBindings } from './work.calls'

/** What the API answers of the state of the nation and its work. */
export const feature: Feature = { bindings: { ...systemBindings, ...workBindings } }
