import type { Feature } from '../frame'
import { taskBindings } from './tasks.calls'

/** What the API answers of the government's tasks. */
export const feature: Feature = { bindings: taskBindings }
