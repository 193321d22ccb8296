import type { MigrationInterface, QueryRunner } from 'typeorm'

const word = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/** Long work: one row for each piece of it, moved on in the same transaction as what it does. */
export class LongWork1700000000030 implements MigrationInterface {
  name = 'LongWork1700000000030'

  async up(db: QueryRunner): Promise<void> {
    // `cursor` is a reserved word in both databases.
    await db.query(`CREATE TABLE IF NOT EXISTS long_work (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
      kind ${word(64)} NOT NULL,
      work_key ${word(128)} NOT NULL,
      state ${word(16)} NOT NULL,
      total BIGINT UNSIGNED NULL,
      done BIGINT UNSIGNED NOT NULL,
      position ${word(128)} NULL,
      started_at DATETIME(3) NOT NULL,
      updated_at DATETIME(3) NOT NULL,
      finished_at DATETIME(3) NULL,
      error VARCHAR(500) NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_long_work (kind, work_key),
      KEY ix_long_work_state (state, updated_at)
    ) ${options}`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS long_work')
  }
}
