import type { EntityManager } from 'typeorm'
import type { ReplicaRow } from '@nation/domain/replica'
import { readBank, inForceNow } from '../bank'
import { column, readRows } from '../platform'
import type { Source } from './source'

/** The one row of the bank: what is in force, the cycle that runs, and what its accounts hold. */
export const bankSource: Source<'bank'> = {
  page: async (db) => ({ rows: [await bankRow(db)], next: null }),
  byId: async (db, ids) => (ids.length > 0 ? [await bankRow(db)] : []),
}

async function bankRow(db: EntityManager): Promise<ReplicaRow<'bank'>> {
  const { cycle } = await readBank(db)
  const { totalCents, percentages } = await inForceNow(db)
  const accounts = await readRows(
    db,
    { name: column.text, balance_cents: column.digits },
    `SELECT name, balance_cents FROM ledger_accounts WHERE name IN ('treasury', 'budget', 'operations')`,
  )
  const of = (name: string): string => accounts.find((account) => account.name === name)?.balance_cents ?? '0'
  return {
    id: 'bank',
    totalCents: String(totalCents),
    percentages: { ...percentages },
    cycle,
    treasuryCents: of('treasury'),
    budgetCents: of('budget'),
    operationsCents: of('operations'),
  }
}
