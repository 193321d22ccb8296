import type { Feature } from '../frame'
import { commandBindings } from './commands.calls'

/** What the API answers of the console's commands. */
export const feature: Feature = { bindings: commandBindings }
