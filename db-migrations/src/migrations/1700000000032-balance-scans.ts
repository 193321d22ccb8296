import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * A roll is read before its election is in the calendar, so a scan names the opening that it is for; and wallets that are
 * asked one by one are asked twice.
 */
export class BalanceScans1700000000032 implements MigrationInterface {
  name = 'BalanceScans1700000000032'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE balance_scans
      DROP KEY ix_balance_scans_election,
      DROP COLUMN election_id,
      ADD COLUMN opens_at DATETIME(3) NULL,
      ADD KEY ix_balance_scans_opens (opens_at, state)`)
    await db.query('ALTER TABLE balance_scan_rows ADD COLUMN passes TINYINT UNSIGNED NOT NULL DEFAULT 1')
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE balance_scan_rows DROP COLUMN passes')
    await db.query(`ALTER TABLE balance_scans
      DROP KEY ix_balance_scans_opens,
      DROP COLUMN opens_at,
      ADD COLUMN election_id BIGINT UNSIGNED NULL AFTER purpose,
      ADD KEY ix_balance_scans_election (election_id, state, started_at)`)
  }
}
