import type { Feature } from '../frame'
import { messengerBindings } from './messenger.calls'
import { safetyBindings } from './safety.calls'

/** What the API answers of the messenger. */
export const feature: Feature = { bindings: { ...messengerBindings, ...safetyBindings } }
