import type { MigrationInterface, QueryRunner } from 'typeorm'

const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'
const name = 'name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL'
const index = 'ix_journal_work_handler'

/**
 * What the panel shows of the workers' jobs: one row a job with its last run, its next one and whether it is paused; figures by the
 * hour; and how often a person had a reaction tried anew, by which the queue tells one try from another.
 */
export class Jobs1700000000200 implements MigrationInterface {
  name = 'Jobs1700000000200'

  async up(db: QueryRunner): Promise<void> {
    // A migration that was interrupted is run again.
    if (!(await db.hasColumn('journal_work', 'retries')))
      await db.query('ALTER TABLE journal_work ADD COLUMN retries INT UNSIGNED NOT NULL DEFAULT 0')
    const there = (await db.query(
      'SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? AND index_name = ?',
      ['journal_work', index],
    )) as unknown[]
    if (there.length === 0)
      await db.query(`ALTER TABLE journal_work ADD KEY ${index} (handler, done_at, attempts, seq)`)
    await db.query(`CREATE TABLE IF NOT EXISTS jobs (
      ${name},
      next_at DATETIME(3) NULL,
      asked_at DATETIME(3) NULL,
      started_at DATETIME(3) NULL,
      done_at DATETIME(3) NULL,
      took_ms INT UNSIGNED NULL,
      failures INT UNSIGNED NOT NULL DEFAULT 0,
      failed_at DATETIME(3) NULL,
      error VARCHAR(500) NULL,
      paused_at DATETIME(3) NULL,
      paused_by BIGINT UNSIGNED NULL,
      PRIMARY KEY (name)
    ) ${options}`)
    await db.query(`CREATE TABLE IF NOT EXISTS job_hours (
      ${name},
      hour DATETIME(3) NOT NULL,
      done INT UNSIGNED NOT NULL DEFAULT 0,
      failed INT UNSIGNED NOT NULL DEFAULT 0,
      busy_ms BIGINT UNSIGNED NOT NULL DEFAULT 0,
      PRIMARY KEY (hour, name)
    ) ${options}`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS job_hours')
    await db.query('DROP TABLE IF EXISTS jobs')
    await db.query(`ALTER TABLE journal_work DROP KEY ${index}, DROP COLUMN retries`)
  }
}
