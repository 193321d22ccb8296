import type { Feature } from '../frame'
import { electionBindings } from './elections.calls'

/** What the API answers of elections. */
export const feature: Feature = { bindings: electionBindings }
