import type { EntityManager } from 'typeorm'
import { addToCounter, column, readRows } from '../platform'
import { waitingCounter } from './bank-counter'
import { book } from './ledger'
import type { PayoutRail } from './rail'

/** The rail on which an administrator has paid by hand: it books what left, with the reference that was given. */
export const ledgerRail: PayoutRail = {
  name: 'ledger',
  async settle(ctx, bank, orders) {
    if (orders.length === 0) return
    const movements = await book(
      ctx,
      bank,
      orders.map(({ uid, payee, cents, reference }) => ({
        kind: 'payout',
        paymentId: uid,
        reference,
        actor: ctx.caller,
        entries: [
          { account: payee, cents: -cents },
          { account: 'outside', cents },
        ],
      })),
    )
    await endWaiting(
      ctx.tx,
      orders.map(({ id }) => id),
    )
    await ctx.tx.query(
      'INSERT INTO bank_payouts (payment_id, rail, reference, movement_id, paid_by, paid_at) VALUES ?',
      [orders.map(({ id, reference }, i) => [id, 'ledger', reference, movements[i]?.id, ctx.caller.id, ctx.now()])],
    )
  },
}

/** These payments wait no longer. */
async function endWaiting(tx: EntityManager, ids: readonly string[]): Promise<void> {
  const cycles = await readRows(
    tx,
    { cycle_number: column.integer, n: column.integer },
    `SELECT cycle_number, COUNT(*) AS n FROM bank_waiting WHERE payment_id IN (?)
     GROUP BY cycle_number ORDER BY cycle_number`,
    [ids],
  )
  await tx.query('DELETE FROM bank_waiting WHERE payment_id IN (?)', [ids])
  for (const { cycle_number: cycle, n } of cycles) await addToCounter(tx, waitingCounter, cycle, -n)
}
