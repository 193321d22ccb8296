import type { MigrationInterface, QueryRunner } from 'typeorm'

const uid = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin'
const seal = 'CHAR(64) CHARACTER SET ascii COLLATE ascii_bin'
const word = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`
const key = 'BIGINT UNSIGNED'
const cents = 'BIGINT NOT NULL'
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/** The bank: what is in force, cycles and their payments, and the ledger, to which rows are added and never changed. */
export class Bank1700000000080 implements MigrationInterface {
  name = 'Bank1700000000080'

  async up(db: QueryRunner): Promise<void> {
    await this.settings(db)
    await this.ledgerAccounts(db)
    await this.cycles(db)
    await this.ledger(db)
    await this.payments(db)
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of [
      'bank_checks',
      'bank_payouts',
      'bank_payments',
      'ledger_entries',
      'ledger_movements',
      'bank_cycles',
      'ledger_accounts',
      'bank_percentages',
      'bank_totals',
      'bank_state',
    ]) {
      await db.query(`DROP TABLE IF EXISTS ${table}`)
    }
  }

  private async settings(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS bank_state (
      id TINYINT UNSIGNED NOT NULL,
      cycle_number INT UNSIGNED NULL,
      cycle_starts_at DATETIME(3) NULL,
      cycle_due_at DATETIME(3) NULL,
      movements ${key} NOT NULL,
      seal ${seal} NOT NULL,
      updated_at DATETIME(3) NULL,
      PRIMARY KEY (id)
    ) ${options}`)
    await db.query(`CREATE TABLE IF NOT EXISTS bank_totals (
      id ${key} NOT NULL AUTO_INCREMENT,
      total_cents ${cents},
      effective_from DATETIME(3) NOT NULL,
      set_by ${key} NOT NULL,
      PRIMARY KEY (id),
      KEY ix_bank_totals_set_by (set_by),
      CONSTRAINT fk_bank_totals_set_by FOREIGN KEY (set_by) REFERENCES citizens (id)
    ) ${options}`)
    await db.query(`CREATE TABLE IF NOT EXISTS bank_percentages (
      id ${key} NOT NULL AUTO_INCREMENT,
      percentages JSON NOT NULL,
      effective_from DATETIME(3) NOT NULL,
      set_by ${key} NOT NULL,
      PRIMARY KEY (id),
      KEY ix_bank_percentages_set_by (set_by),
      CONSTRAINT fk_bank_percentages_set_by FOREIGN KEY (set_by) REFERENCES citizens (id)
    ) ${options}`)
    await db.query(`CREATE TABLE IF NOT EXISTS bank_checks (
      id ${key} NOT NULL AUTO_INCREMENT,
      night DATETIME(3) NULL,
      checked_at DATETIME(3) NOT NULL,
      movements ${key} NOT NULL,
      problems JSON NOT NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_bank_checks_night (night)
    ) ${options}`)
  }

  private async ledgerAccounts(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS ledger_accounts (
      id ${key} NOT NULL AUTO_INCREMENT,
      name ${word(64)} NOT NULL,
      kind ${word(16)} NOT NULL,
      citizen_id ${key} NULL,
      balance_cents ${cents},
      PRIMARY KEY (id),
      UNIQUE KEY uq_ledger_accounts_name (name),
      UNIQUE KEY uq_ledger_accounts_citizen (citizen_id),
      CONSTRAINT fk_ledger_accounts_citizen FOREIGN KEY (citizen_id) REFERENCES citizens (id)
    ) ${options}`)
  }

  private async cycles(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS bank_cycles (
      id ${key} NOT NULL AUTO_INCREMENT,
      number INT UNSIGNED NOT NULL,
      starts_at DATETIME(3) NOT NULL,
      due_at DATETIME(3) NOT NULL,
      total_cents ${cents},
      paid_cents ${cents},
      vacant_cents ${cents},
      percentages JSON NOT NULL,
      processed_at DATETIME(3) NOT NULL,
      processed_by ${key} NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_bank_cycles_number (number),
      UNIQUE KEY uq_bank_cycles_due (due_at),
      KEY ix_bank_cycles_processed_by (processed_by),
      CONSTRAINT fk_bank_cycles_processed_by FOREIGN KEY (processed_by) REFERENCES citizens (id)
    ) ${options}`)
  }

  private async ledger(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS ledger_movements (
      id ${key} NOT NULL AUTO_INCREMENT,
      uid ${uid} NOT NULL,
      number ${key} NOT NULL,
      kind ${word(16)} NOT NULL,
      cycle_number INT UNSIGNED NULL,
      payment_uid ${uid} NULL,
      reference VARCHAR(120) NULL,
      actor_id ${key} NULL,
      booked_at DATETIME(3) NOT NULL,
      seal ${seal} NOT NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_ledger_movements_uid (uid),
      UNIQUE KEY uq_ledger_movements_number (number),
      UNIQUE KEY uq_ledger_movements_cycle (kind, cycle_number),
      UNIQUE KEY uq_ledger_movements_payment (payment_uid),
      KEY ix_ledger_movements_actor (actor_id),
      CONSTRAINT fk_ledger_movements_cycle FOREIGN KEY (cycle_number) REFERENCES bank_cycles (number),
      CONSTRAINT fk_ledger_movements_actor FOREIGN KEY (actor_id) REFERENCES citizens (id)
    ) ${options}`)
    await db.query(`CREATE TABLE IF NOT EXISTS ledger_entries (
      movement_id ${key} NOT NULL,
      account_id ${key} NOT NULL,
      amount_cents ${cents},
      PRIMARY KEY (movement_id, account_id),
      KEY ix_ledger_entries_account (account_id, amount_cents),
      CONSTRAINT fk_ledger_entries_movement FOREIGN KEY (movement_id) REFERENCES ledger_movements (id),
      CONSTRAINT fk_ledger_entries_account FOREIGN KEY (account_id) REFERENCES ledger_accounts (id)
    ) ${options}`)
  }

  private async payments(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS bank_payments (
      id ${key} NOT NULL AUTO_INCREMENT,
      uid ${uid} NOT NULL,
      cycle_id ${key} NOT NULL,
      office ${word(32)} NOT NULL,
      citizen_id ${key} NOT NULL,
      amount_cents ${cents},
      held_ms ${key} NOT NULL,
      movement_id ${key} NOT NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_bank_payments_uid (uid),
      UNIQUE KEY uq_bank_payments_once (cycle_id, office, citizen_id),
      KEY ix_bank_payments_citizen (citizen_id, id),
      KEY ix_bank_payments_movement (movement_id),
      CONSTRAINT fk_bank_payments_cycle FOREIGN KEY (cycle_id) REFERENCES bank_cycles (id),
      CONSTRAINT fk_bank_payments_citizen FOREIGN KEY (citizen_id) REFERENCES citizens (id),
      CONSTRAINT fk_bank_payments_movement FOREIGN KEY (movement_id) REFERENCES ledger_movements (id)
    ) ${options}`)
    await db.query(`CREATE TABLE IF NOT EXISTS bank_payouts (
      payment_id ${key} NOT NULL,
      rail ${word(16)} NOT NULL,
      reference VARCHAR(120) NOT NULL,
      movement_id ${key} NOT NULL,
      paid_by ${key} NULL,
      paid_at DATETIME(3) NOT NULL,
      PRIMARY KEY (payment_id),
      UNIQUE KEY uq_bank_payouts_movement (movement_id),
      KEY ix_bank_payouts_paid_by (paid_by),
      CONSTRAINT fk_bank_payouts_payment FOREIGN KEY (payment_id) REFERENCES bank_payments (id),
      CONSTRAINT fk_bank_payouts_movement FOREIGN KEY (movement_id) REFERENCES ledger_movements (id),
      CONSTRAINT fk_bank_payouts_paid_by FOREIGN KEY (paid_by) REFERENCES citizens (id)
    ) ${options}`)
  }
}
