import type { MigrationInterface, QueryRunner } from 'typeorm'

const key = 'BIGINT UNSIGNED'
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/** Sums of the ledger that were added up for each reading. */
const sums = {
  'bank.funded': `SELECT 0 AS subject, SUM(CASE WHEN e.amount_cents < 0 THEN -e.amount_cents ELSE 0 END) AS n
    FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE a.kind = 'outside'`,
  'bank.paid-out': `SELECT 0 AS subject, SUM(CASE WHEN e.amount_cents > 0 THEN e.amount_cents ELSE 0 END) AS n
    FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE a.kind = 'outside'`,
  'bank.owed': `SELECT 0 AS subject, SUM(balance_cents) AS n FROM ledger_accounts WHERE kind = 'official'`,
}

/** Payments that wait to be paid out have a list of their own, so that no query searches all for them (decision 59). */
export class WaitingPayments1700000000184 implements MigrationInterface {
  name = 'WaitingPayments1700000000184'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS bank_waiting (
      payment_id ${key} NOT NULL,
      cycle_number INT UNSIGNED NOT NULL,
      PRIMARY KEY (payment_id),
      KEY ix_bank_waiting_cycle (cycle_number, payment_id),
      CONSTRAINT fk_bank_waiting_payment FOREIGN KEY (payment_id) REFERENCES bank_payments (id)
    ) ${options}`)
    await db.query(`INSERT IGNORE INTO bank_waiting (payment_id, cycle_number)
      SELECT p.id, y.number FROM bank_payments p JOIN bank_cycles y ON y.id = p.cycle_id
      LEFT JOIN bank_payouts o ON o.payment_id = p.id WHERE o.payment_id IS NULL`)
    await db.query(`INSERT IGNORE INTO counters (topic, subject, slot, n)
      SELECT 'bank.waiting', w.cycle_number, 0, w.n
      FROM (SELECT cycle_number, COUNT(*) AS n FROM bank_waiting GROUP BY cycle_number) AS w`)
    for (const [topic, statement] of Object.entries(sums)) {
      await db.query(`INSERT IGNORE INTO counters (topic, subject, slot, n)
        SELECT '${topic}', s.subject, 0, COALESCE(s.n, 0) FROM (${statement}) AS s`)
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DELETE FROM counters WHERE topic LIKE 'bank.%'`)
    await db.query('DROP TABLE IF EXISTS bank_waiting')
  }
}
