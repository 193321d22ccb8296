import type { MigrationInterface, QueryRunner } from 'typeorm'

const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'
const uid = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin'

/**
 * A large answer is stored as a reference to its subject, and what a citizen has stored for replay in 24 hours is counted.
 */
export class BoundedReplays1700000000130 implements MigrationInterface {
  name = 'BoundedReplays1700000000130'

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      'ALTER TABLE idempotency_keys ADD COLUMN reference VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL',
    )
    await db.query(`CREATE TABLE IF NOT EXISTS idempotency_use (
      caller ${uid} NOT NULL,
      kept_keys INT UNSIGNED NOT NULL,
      kept_bytes INT UNSIGNED NOT NULL,
      since DATETIME(3) NOT NULL,
      PRIMARY KEY (caller),
      KEY ix_idempotency_use_since (since)
    ) ${options}`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS idempotency_use')
    // The code before this migration takes a key without an answer for one that is free, and would do the change again.
    await db.query(`UPDATE idempotency_keys SET answer = '{"success":true}' WHERE reference IS NOT NULL`)
    await db.query('ALTER TABLE idempotency_keys DROP COLUMN reference')
  }
}
