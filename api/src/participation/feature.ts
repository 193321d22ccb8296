import type { Feature } from '../frame'
import { participationBindings } from './participation.calls'

/** What the API answers of citizens' participation. */
export const feature: Feature = { bindings: participationBindings }
