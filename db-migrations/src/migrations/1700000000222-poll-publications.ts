import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Counts of polls are published once in five seconds. One row says how far that has come: its lock makes publications happen one after
 * the other. Earlier votes need no publication: readers of a poll get its counts.
 */
export class PollPublications1700000000222 implements MigrationInterface {
  name = 'PollPublications1700000000222'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS poll_publications (
      id TINYINT UNSIGNED NOT NULL,
      as_of DATETIME(3) NOT NULL,
      seq BIGINT UNSIGNED NOT NULL,
      PRIMARY KEY (id)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`)
    await db.query(`INSERT IGNORE INTO poll_publications (id, as_of, seq)
      SELECT 1, '1970-01-01 00:00:00.000', COALESCE(MAX(seq), 0) FROM journal`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS poll_publications')
  }
}
