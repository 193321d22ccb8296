import { setTimeout as sleep } from 'node:timers/promises'
import type { EntityManager } from 'typeorm'
import type { FoundScan } from '../citizens'
import { ChainUnavailable, type Chain } from '../chain'
import { column, readRows, type Runtime } from '../platform'
import { lastKnown } from './roll'

interface Doubtful {
  wallet_address: string
  token_balance: string
}

/** How many wallets are read one by one, and how many of these reads may fail. */
const most = { asked: 200, silent: 3 } as const

/**
 * A scan may be incomplete: the supply changed during it, or the token keeps fees outside of balances. Then wallets may be
 * missing in it. This function reads each wallet that held tokens before and is missing in the scan. An empty wallet is stored as
 * empty. Any other is stored with the lesser of its earlier balance and the present one, marked as last known. The sum of these
 * balances is at most what is missing in the scan: any more must be in the scan already, in another wallet.
 */
export async function settleDoubts(
  { database: { manager: tx } }: Runtime,
  chain: Chain,
  scan: FoundScan,
  { perSecond }: { readonly perSecond: number },
): Promise<void> {
  if (scan.reconciled) return
  let lacking = scan.missing
  let [asked, silent] = [0, 0]
  for (const { wallet_address: wallet, token_balance } of await doubtfulOf(tx, scan)) {
    if (lacking === 0n) return
    const known = BigInt(token_balance)
    let held = lesser(known, lacking)
    if (asked < most.asked && silent < most.silent) {
      asked += 1
      const reported = await whatItSays(chain, wallet, known)
      if (reported === null) silent += 1
      else held = lesser(reported, known)
      await sleep(1000 / perSecond)
    }
    const counts = held <= lacking ? held : 0n
    lacking -= counts
    await tx.query('INSERT INTO balance_scan_rows (scan_id, wallet_address, balance, slot) VALUES (?, ?, ?, ?)', [
      scan.id,
      wallet,
      counts.toString(),
      counts > 0n ? scan.slot.toString() : null,
    ])
  }
}

function doubtfulOf(tx: EntityManager, scan: FoundScan): Promise<Doubtful[]> {
  return readRows(
    tx,
    { wallet_address: column.text.present, token_balance: column.digits },
    `SELECT c.wallet_address, c.token_balance FROM citizens c JOIN balance_scans s ON s.id = ?
     WHERE c.wallet_address IS NOT NULL AND ${lastKnown} > 0
       AND (c.wallet_linked_at IS NULL OR c.wallet_linked_at <= s.started_at)
       AND NOT EXISTS (SELECT 1 FROM balance_scan_rows r WHERE r.scan_id = s.id AND r.wallet_address = c.wallet_address)
     ORDER BY c.id`,
    [scan.id],
  )
}

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)

async function whatItSays(chain: Chain, wallet: string, known: bigint): Promise<bigint | null> {
  try {
    return (await chain.readTokens(wallet, known)).tokens
  } catch (error) {
    if (error instanceof ChainUnavailable) return null
    throw error
  }
}
