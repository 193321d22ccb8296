import { bankSettings } from './constants'
import { largestRemainder } from './largest-remainder'

/** How a share of the developer wallet is booked, in whole cents. */
export interface Split {
  readonly government: number
  readonly operations: number
}

/**
 * Splits what came from the developer wallet between the government's budget and project operations (requirements
 * 1.9). A cent that cannot be halved is the government's.
 */
export function splitFunding(cents: number): Split {
  const parts = largestRemainder(cents, [
    { key: '1 government', weight: BigInt(bankSettings.governmentPercent) },
    { key: '2 operations', weight: BigInt(bankSettings.operationsPercent) },
  ])
  return { government: parts.get('1 government') ?? 0, operations: parts.get('2 operations') ?? 0 }
}
