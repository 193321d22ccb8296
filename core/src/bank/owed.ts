import type { EntityManager } from 'typeorm'
import { column, readRows } from '../platform'

/** What the nation owes to a citizen, in cents: salaries that were booked and are not marked as paid. */
export async function owedTo(tx: EntityManager, citizenId: string): Promise<number> {
  const [account] = await readRows(
    tx,
    { balance_cents: column.integer },
    'SELECT balance_cents FROM ledger_accounts WHERE citizen_id = ?',
    [citizenId],
  )
  return account?.balance_cents ?? 0
}

/**
 * Waits for a cycle that is being paid, and lets none begin before the transaction ends: what a citizen is owed does not change meanwhile.
 * The bank comes before all other locks.
 */
export async function holdSalaries(tx: EntityManager): Promise<void> {
  await tx.query('SELECT id FROM bank_state WHERE id = 1 LOCK IN SHARE MODE')
}
