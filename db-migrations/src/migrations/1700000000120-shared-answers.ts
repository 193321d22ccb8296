import type { MigrationInterface, QueryRunner } from 'typeorm'

const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/**
 * Requests that are committed together are mostly answered alike: the answers are written once for all of them, and each key
 * says which one is its own.
 */
export class SharedAnswers1700000000120 implements MigrationInterface {
  name = 'SharedAnswers1700000000120'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS shared_answers (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
      answers MEDIUMTEXT NOT NULL,
      created_at DATETIME(3) NOT NULL,
      PRIMARY KEY (id),
      KEY ix_shared_answers_created (created_at)
    ) ${options}`)
    // No foreign key: answers may go before the keys that are as old, which answer no request any more.
    await db.query(`ALTER TABLE idempotency_keys
      ADD COLUMN shared_id BIGINT UNSIGNED NULL,
      ADD COLUMN shared_place SMALLINT UNSIGNED NULL`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`UPDATE idempotency_keys k JOIN shared_answers s ON s.id = k.shared_id
      SET k.answer = JSON_EXTRACT(s.answers, CONCAT('$[', k.shared_place, ']'))`)
    await db.query('ALTER TABLE idempotency_keys DROP COLUMN shared_place, DROP COLUMN shared_id')
    await db.query('DROP TABLE shared_answers')
  }
}
