import type { EntityManager } from 'typeorm'
import type { WalletReading } from '../chain'
import { type ChainSettings, column, readFirst, write } from '../platform'

/**
 * Whether the nation's balances are of the token that this process is configured for. A process with an older
 * configuration must not write what it reads of an older token. Shared with other readers of balances; a change of the
 * token's version waits for them.
 */
export async function tokenIsCurrent(tx: EntityManager, settings: ChainSettings): Promise<boolean> {
  const row = await readFirst(
    tx,
    { version: column.text, mint: column.text },
    'SELECT version, mint FROM token_state WHERE id = 1 LOCK IN SHARE MODE',
  )
  const state = row
  return state === undefined || (state.version === settings.tokenVersion && state.mint === settings.mint)
}

/**
 * How long a reading stands against one of an earlier slot: an endpoint that lags must not bring an old balance back, and
 * one that once named a slot of the far future must not hold the balance for ever.
 */
export const laterSlotStandsMs = 600_000

/**
 * Writes what the chain said of a citizen's wallet, if it is still theirs and nothing later was read a moment ago.
 * @returns whether it was written
 */
export async function saveReading(
  tx: EntityManager,
  citizen: { readonly id: string; readonly walletAddress: string },
  reading: WalletReading,
  at: Date,
): Promise<boolean> {
  const result = await write(
    tx,
    `UPDATE citizens SET token_balance = ?, native_balance = ?, balance_slot = ?, balance_read_at = ?, balance_tried_at = ?,
       token_update_required = FALSE
     WHERE id = ? AND wallet_address = ? AND (balance_slot IS NULL OR balance_slot <= ? OR balance_read_at <= ?)`,
    [
      reading.tokens.toString(),
      reading.lamports.toString(),
      reading.slot.toString(),
      at,
      at,
      citizen.id,
      citizen.walletAddress,
      reading.slot.toString(),
      new Date(at.getTime() - laterSlotStandsMs),
    ],
  )
  if (result.affectedRows > 0) await excuseFromMigration(tx, citizen.id, at)
  return result.affectedRows > 0
}

/** The migration no longer sets a citizen to 0 who was read for the new token meanwhile. */
async function excuseFromMigration(tx: EntityManager, citizenId: string, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO token_migration_citizens (migration_id, citizen_id, how, at)
     SELECT m.id, ?, 'read', ? FROM token_migrations m WHERE m.state = 'voiding'
     ON DUPLICATE KEY UPDATE how = how`,
    [citizenId, at],
  )
}

/** Remembers that the chain was asked for these wallets and did not tell: their balances stay as they were. */
export async function saveFailure(tx: EntityManager, citizenIds: readonly string[], at: Date): Promise<void> {
  if (citizenIds.length === 0) return
  await tx.query('UPDATE citizens SET balance_tried_at = ? WHERE id IN (?)', [at, citizenIds])
}
