import type { Feature } from '../frame'
import { citizenBindings } from './citizens.calls'
import { walletBindings } from './wallet.calls'

/** What the API answers of citizens and wallets. */
export const feature: Feature = { bindings: { ...citizenBindings, ...walletBindings } }
