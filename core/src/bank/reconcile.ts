import { isBalanced, type LedgerEntry, type SealedMovement } from '@nation/domain/bank'
import type { EntityManager } from 'typeorm'
import { movementColumns, movementRow, type MovementRow } from './ledger.queries'
import { firstSeal, type LockedBank } from './locked-bank'
import { sealOf } from './seal'
import { column, readRows } from '../platform'

/** How many movements are read at a time, and how many sentences one check tells at most. */
const stride = 1_000
const most = 50

/**
 * Checks the books from the first movement to the last, with the bank locked: that each comes to nothing, that no seal is
 * broken, that balances are what the entries add up to, that cycles, payments and payouts are booked once and as they
 * say, and that no two terms of one office overlap. It reads only.
 * @returns what is wrong, in sentences with public ids; nothing when everything is right
 */
export async function problemsOfBooks(tx: EntityManager, bank: LockedBank): Promise<string[]> {
  const problems: string[] = []
  problems.push(...(await brokenSeals(tx, bank)))
  for (const { sql, sentence } of facts) {
    const rows: Record<string, string | number>[] = await tx.query(`${sql} LIMIT ${most}`)
    problems.push(...rows.map(sentence))
  }
  return problems.slice(0, most)
}

/** Every movement again, in order: its place, its entries, its seal; and that the last one is the ledger's head. */
async function brokenSeals(tx: EntityManager, bank: LockedBank): Promise<string[]> {
  const problems: string[] = []
  let before = firstSeal
  let count = 0
  for (;;) {
    const rows = await readRows(
      tx,
      movementRow,
      `SELECT ${movementColumns} FROM ledger_movements m LEFT JOIN citizens z ON z.id = m.actor_id
       WHERE m.number > ? ORDER BY m.number LIMIT ${stride}`,
      [count],
    )
    if (rows.length === 0) break
    const entries = await entriesOf(tx, rows)
    for (const row of rows) {
      const sides = entries.get(row.id) ?? []
      if (row.number !== count + 1) problems.push(`Between movements ${count} and ${row.number} some are missing.`)
      if (!isBalanced(sides)) problems.push(`Movement ${row.number} does not come to nothing.`)
      if (row.seal !== sealOf(before, saidBy(row, sides)))
        problems.push(`Movement ${row.number} is not what was sealed.`)
      before = row.seal
      count = row.number
    }
  }
  if (count !== bank.movements) problems.push(`The ledger ends at movement ${count}, and should at ${bank.movements}.`)
  else if (before !== bank.seal) problems.push('The last seal is not the one that the bank remembers.')
  return problems
}

async function entriesOf(tx: EntityManager, rows: readonly MovementRow[]): Promise<Map<string, LedgerEntry[]>> {
  const found = await readRows(
    tx,
    { movement_id: column.key, name: column.text, amount_cents: column.integer },
    `SELECT e.movement_id, a.name, e.amount_cents FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
     WHERE e.movement_id IN (?)`,
    [rows.map(({ id }) => id)],
  )
  const entries = new Map<string, LedgerEntry[]>()
  for (const { movement_id: id, name, amount_cents: cents } of found) {
    entries.set(id, [...(entries.get(id) ?? []), { account: name, cents }])
  }
  return entries
}

const saidBy = (row: MovementRow, entries: readonly LedgerEntry[]): SealedMovement => ({
  number: row.number,
  id: row.uid,
  kind: row.kind,
  cycle: row.cycle_number,
  paymentId: row.payment_uid,
  reference: row.reference,
  actorId: row.actor_uid,
  at: row.booked_at.getTime(),
  entries,
})

interface Fact {
  readonly sql: string
  readonly sentence: (row: Record<string, string | number>) => string
}

/** What must be so between the tables; each statement finds what is not. */
const facts: readonly Fact[] = [
  {
    sql: `SELECT a.name, a.balance_cents, COALESCE(s.cents, 0) AS cents FROM ledger_accounts a
      LEFT JOIN (SELECT account_id, SUM(amount_cents) AS cents FROM ledger_entries GROUP BY account_id) s ON s.account_id = a.id
      WHERE a.balance_cents <> COALESCE(s.cents, 0)`,
    sentence: ({ name, balance_cents, cents }) =>
      `The balance of ${name} says ${balance_cents} cents, and its entries say ${cents}.`,
  },
  {
    sql: "SELECT balance_cents FROM ledger_accounts WHERE name = 'budget' AND balance_cents <> 0",
    sentence: ({ balance_cents }) => `The budget holds ${balance_cents} cents, and every cycle should have emptied it.`,
  },
  {
    sql: `SELECT y.number, y.total_cents, y.vacant_cents, y.paid_cents, COALESCE(s.cents, 0) AS cents FROM bank_cycles y
      LEFT JOIN (SELECT cycle_id, SUM(amount_cents) AS cents FROM bank_payments GROUP BY cycle_id) s ON s.cycle_id = y.id
      WHERE y.paid_cents <> COALESCE(s.cents, 0) OR y.paid_cents + y.vacant_cents <> y.total_cents`,
    sentence: ({ number, total_cents, vacant_cents, cents }) =>
      `Cycle ${number} gave out ${cents} cents and left ${vacant_cents} of ${total_cents}.`,
  },
  {
    sql: `SELECT y.number FROM bank_cycles y
      LEFT JOIN ledger_movements m ON m.cycle_number = y.number AND m.kind = 'salaries'
      LEFT JOIN ledger_movements b ON b.cycle_number = y.number AND b.kind = 'cycle-budget'
      WHERE y.total_cents > 0 AND (m.id IS NULL OR b.id IS NULL)`,
    sentence: ({ number }) => `Cycle ${number} is paid, and its movements are not in the ledger.`,
  },
  {
    sql: `SELECT m.number, z.uid FROM
        (SELECT movement_id, citizen_id, SUM(amount_cents) AS cents FROM bank_payments GROUP BY movement_id, citizen_id) p
      JOIN ledger_movements m ON m.id = p.movement_id JOIN citizens z ON z.id = p.citizen_id
      LEFT JOIN ledger_accounts a ON a.citizen_id = p.citizen_id
      LEFT JOIN ledger_entries e ON e.movement_id = p.movement_id AND e.account_id = a.id
      WHERE COALESCE(e.amount_cents, 0) <> p.cents`,
    sentence: ({ number, uid }) => `Movement ${number} did not book the salary of ${uid} as its payments say.`,
  },
  {
    sql: `SELECT p.uid FROM bank_payouts o JOIN bank_payments p ON p.id = o.payment_id
      JOIN ledger_movements m ON m.id = o.movement_id
      LEFT JOIN ledger_accounts a ON a.citizen_id = p.citizen_id
      LEFT JOIN ledger_entries e ON e.movement_id = m.id AND e.account_id = a.id
      WHERE m.kind <> 'payout' OR m.payment_uid <> p.uid OR m.reference <> o.reference
        OR COALESCE(e.amount_cents, 0) <> -p.amount_cents`,
    sentence: ({ uid }) => `Payment ${uid} is marked paid, and the ledger does not say the same.`,
  },
  {
    sql: `SELECT m.number FROM ledger_movements m LEFT JOIN bank_payouts o ON o.movement_id = m.id
      WHERE m.kind = 'payout' AND o.payment_id IS NULL`,
    sentence: ({ number }) => `Movement ${number} paid something out, and no payment is marked by it.`,
  },
  {
    // A term ends where the next one of its office begins: otherwise two are paid for the same time.
    sql: `SELECT t.office, a.uid, b.uid AS other FROM terms t
      JOIN terms o ON o.office = t.office AND o.id <> t.id AND o.started_at >= t.started_at
        AND (t.ended_at IS NULL OR o.started_at < t.ended_at) AND (o.ended_at IS NULL OR o.ended_at > o.started_at)
      JOIN citizens a ON a.id = t.citizen_id JOIN citizens b ON b.id = o.citizen_id
      WHERE o.started_at > t.started_at OR o.id > t.id`,
    sentence: ({ office, uid, other }) => `Two terms of ${office} overlap, of ${uid} and ${other}.`,
  },
]
