import type { MigrationInterface, QueryRunner } from 'typeorm'

const key = 'BIGINT UNSIGNED'
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/** What each figure counts; polls are counted in blocks of a thousand row keys, candidates by election and position. */
const counted = {
  citizens: 'SELECT 0 AS subject, COUNT(*) AS n FROM citizens WHERE left_at IS NULL',
  'polls.open': `SELECT FLOOR(id / 1000) AS subject, COUNT(*) AS n FROM polls WHERE status = 'open' GROUP BY subject`,
  'polls.closed': `SELECT FLOOR(id / 1000) AS subject, COUNT(*) AS n FROM polls WHERE status = 'closed' GROUP BY subject`,
  candidates: `SELECT election_id * 16 + position AS subject, COUNT(*) AS n FROM candidacies
    WHERE status <> 'withdrawn' GROUP BY subject`,
  'interviews.open': `SELECT 0 AS subject, COUNT(*) AS n FROM interviews WHERE is_active = TRUE AND archived_at IS NULL`,
  'interviews.responses': 'SELECT interview_id AS subject, COUNT(*) AS n FROM interview_responses GROUP BY subject',
}

/** Figures that reading calls would otherwise count rows for (decision 59). */
export class Counters1700000000180 implements MigrationInterface {
  name = 'Counters1700000000180'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS counters (
      topic VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      subject ${key} NOT NULL,
      slot TINYINT UNSIGNED NOT NULL,
      n BIGINT NOT NULL,
      PRIMARY KEY (topic, subject, slot)
    ) ${options}`)
    for (const [topic, statement] of Object.entries(counted)) {
      await db.query(
        `INSERT IGNORE INTO counters (topic, subject, slot, n) SELECT '${topic}', c.subject, 0, c.n FROM (${statement}) AS c`,
      )
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS counters')
  }
}
