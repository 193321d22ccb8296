import { createHash } from 'node:crypto'
import { addressOf } from '@nation/domain/chain'
import type { DataSource } from 'typeorm'
import { newPublicId } from '../platform'

/** What the nation's books say of everybody before the new token. */
export const oldBalance = '777000000001'

/** A citizen of a crowd: their wallet and what the chain says of it. */
export interface Holder {
  readonly address: string
  readonly tokens: bigint
  readonly lamports: bigint
}

/** A crowd of which every tenth holds nothing of the new token; the same on every machine. */
export function crowdOf(count: number): Holder[] {
  return Array.from({ length: count }, (_, i) => ({
    address: addressOf(createHash('sha256').update(`crowd ${i}`).digest()),
    tokens: i % 10 === 9 ? 0n : BigInt(i + 1) * 1_000_000_000n,
    lamports: BigInt(i),
  }))
}

const batchSize = 1_000
const columns =
  'uid, x_id, handle, username, followers, verified, x_created_at, x_refreshed_at, wallet_address, wallet_linked_at, ' +
  'token_balance, balance_read_at, role, is_admin, is_super_admin, joined_at, created_at, updated_at'

/** Writes a crowd down as citizens of the old token; every hundredth has no wallet. */
export async function settleCrowd(database: DataSource, crowd: readonly Holder[], at: Date): Promise<void> {
  for (let from = 0; from < crowd.length; from += batchSize) {
    const rows = crowd.slice(from, from + batchSize).map(({ address }, index) => {
      const number = from + index
      const wallet = number % 100 === 99 ? null : address
      const name = `crowd_${number}`
      return [
        ...[newPublicId(at), String(number + 1), name, name, 1, false, at, at, wallet, wallet && at],
        ...[oldBalance, wallet && at, 'citizen', false, false, at, at, at],
      ]
    })
    await database.query(`INSERT INTO citizens (${columns}) VALUES ?`, [rows])
  }
  await database.query(`INSERT INTO token_state (id, version, mint, since) VALUES (1, 'v1', 'oldmint', ?)`, [at])
}
