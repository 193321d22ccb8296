import type { Feature } from '../frame'
import { interviewBindings } from './interviews.calls'

/** What the API answers of interviews. */
export const feature: Feature = { bindings: interviewBindings }
