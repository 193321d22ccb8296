import type { Statement } from '../platform'
import { waitingCounter } from './bank-counter'

/** Of so many cycles the salaries are counted that are not marked as paid: a year's. */
const cycles = 52

/** When the cycle that runs is due, the treasury (`n`) and the budget of a cycle (`total`), in cents; no row before the first setting. */
export const bankWaiting: Statement = {
  sql: `SELECT 'bank' AS kind, '' AS id, NULL AS title, s.cycle_due_at AS at,
      COALESCE((SELECT a.balance_cents FROM ledger_accounts a WHERE a.name = 'treasury'), 0) AS n,
      COALESCE((SELECT t.total_cents FROM bank_totals t ORDER BY t.id DESC LIMIT 1), 0) AS total
    FROM bank_state s WHERE s.id = 1`,
  values: [],
}

/** How many salaries are recorded and not marked as paid. */
export const salariesWaiting: Statement = {
  sql: `SELECT 'salary' AS kind, '' AS id, NULL AS title, NULL AS at, COALESCE(SUM(latest.n), 0) AS n, 0 AS total FROM (
      SELECT c.n FROM counters c WHERE c.topic = ? ORDER BY c.subject DESC LIMIT ${cycles}) AS latest`,
  values: [waitingCounter.topic],
}
