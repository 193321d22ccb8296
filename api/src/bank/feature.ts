import type { Feature } from '../frame'
import { bankBindings } from './bank.calls'

/** What the API answers of the bank. */
export const feature: Feature = { bindings: bankBindings }
