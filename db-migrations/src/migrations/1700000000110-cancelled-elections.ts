import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * A planned election may be cancelled before it opens. It stays on record, and its opening may be another's: unique is what
 * opens at an instant among those that stand in the calendar.
 */
export class CancelledElections1700000000110 implements MigrationInterface {
  name = 'CancelledElections1700000000110'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE elections
      ADD COLUMN cancelled_at DATETIME(3) NULL,
      ADD COLUMN cancelled_by BIGINT UNSIGNED NULL,
      ADD COLUMN cancel_reason VARCHAR(200) NULL,
      ADD COLUMN cancelled_number BIGINT UNSIGNED NOT NULL DEFAULT 0,
      DROP INDEX uq_elections_starts_at,
      ADD UNIQUE KEY uq_elections_starts_at (starts_at, cancelled_number),
      ADD CONSTRAINT fk_elections_cancelled_by FOREIGN KEY (cancelled_by) REFERENCES citizens (id)`)
  }

  async down(db: QueryRunner): Promise<void> {
    // What was cancelled becomes an election of no length, a moment after its dates: it covers no time, and nothing of it is
    // due. (Columns are set from left to right.)
    await db.query(`UPDATE elections
      SET stage = 'completed', starts_at = DATE_ADD(starts_at, INTERVAL id * 1000 MICROSECOND),
        phase_two_at = starts_at, ends_at = starts_at
      WHERE stage = 'cancelled'`)
    await db.query(`ALTER TABLE elections
      DROP FOREIGN KEY fk_elections_cancelled_by,
      DROP INDEX uq_elections_starts_at,
      ADD UNIQUE KEY uq_elections_starts_at (starts_at)`)
    await db.query(`ALTER TABLE elections
      DROP COLUMN cancelled_number,
      DROP COLUMN cancel_reason,
      DROP COLUMN cancelled_by,
      DROP COLUMN cancelled_at`)
  }
}
