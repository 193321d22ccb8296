import type { Feature } from '../frame'
import { authBindings } from './auth.calls'

/** What the API answers of signing in. */
export const feature: Feature = { bindings: authBindings }
