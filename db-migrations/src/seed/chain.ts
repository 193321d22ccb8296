import type { Chain } from '@nation/core/chain'
import { readRoll } from '@nation/core/elections'
import { fixedClock } from '@nation/core/platform'
import { defaultTokenVersion, demoMint } from '@nation/domain/chain'
import { demoPersonas } from '@nation/demo'
import type { DataSource } from 'typeorm'
import { demoHoldings } from './holdings'

const slotMs = 400
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

/** The chain as it was at an instant of the demo nation's past: everybody held what they hold today. */
function chainAt(at: Date): Chain {
  const accounts = demoPersonas(new Date(0)).flatMap((persona) => {
    const holdings = demoHoldings(persona)
    return holdings ? [{ owner: holdings.walletAddress, amount: holdings.tokens }] : []
  })
  const total = accounts.reduce((sum, { amount }) => sum + amount, 0n)
  const slot = BigInt(Math.floor(at.getTime() / slotMs))
  const notAsked = () => Promise.reject(new Error('Nobody asks this of the past.'))
  return {
    settings: { mint: demoMint, tokenVersion: defaultTokenVersion, rpcUrls: [], network: 'mainnet-beta' },
    readWallet: notAsked,
    readTokens: notAsked,
    readAssociated: notAsked,
    readNative: notAsked,
    scanMint: async (reader) => {
      await reader.restart()
      await reader.take(accounts)
      return {
        program: tokenProgram,
        slot,
        accounts: accounts.length,
        total,
        supply: total,
        reconciled: true,
        missing: 0n,
      }
    },
  }
}

/** Reads the roll of the opening that comes, as the workers do in the hour before it. */
export async function readDemoRoll(database: DataSource, at: Date): Promise<void> {
  await readRoll({ database, clock: fixedClock(at), nudge: () => undefined }, chainAt(at))
}
