import { demoHoldings } from '@nation/db-migrations/demo'
import { demoPersonas } from '@nation/demo'
import type { Holder } from './faucet'

/** Who holds tokens when the demo nation's chain begins: as much as the nation's own books say. */
export function demoHolders(): Holder[] {
  return demoPersonas(new Date(0)).flatMap((persona) => {
    const holdings = demoHoldings(persona)
    return holdings ? [{ address: holdings.walletAddress, tokens: holdings.tokens, lamports: holdings.lamports }] : []
  })
}
