import type { Counter } from '../platform'

/** What went through the nation's account with the outside, in cents. */
const through = (topic: string, sum: string): Counter => ({
  topic,
  slots: 1,
  recount: `SELECT 0 AS subject, COALESCE(SUM(${sum}), 0) AS n
    FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE a.kind = 'outside'`,
})

/** Money of the ledger, in cents: sums that would otherwise be added up from its first entry on. */
export const bankCounters = {
  funded: through('bank.funded', 'CASE WHEN e.amount_cents < 0 THEN -e.amount_cents ELSE 0 END'),
  paidOut: through('bank.paid-out', 'CASE WHEN e.amount_cents > 0 THEN e.amount_cents ELSE 0 END'),
  /** What officials have earned and not been paid yet. */
  owed: {
    topic: 'bank.owed',
    slots: 1,
    recount: `SELECT 0 AS subject, COALESCE(SUM(balance_cents), 0) AS n FROM ledger_accounts WHERE kind = 'official'`,
  },
} as const satisfies Record<string, Counter>

/** Payments that wait to be paid out, by the number of their cycle. */
export const waitingCounter: Counter = {
  topic: 'bank.waiting',
  slots: 1,
  recount: `SELECT y.number AS subject, COUNT(*) AS n FROM bank_payments p JOIN bank_cycles y ON y.id = p.cycle_id
    LEFT JOIN bank_payouts o ON o.payment_id = p.id WHERE o.payment_id IS NULL GROUP BY y.number`,
}
