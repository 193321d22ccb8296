import type { MigrationInterface, QueryRunner } from 'typeorm'

const table = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'
const word = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin NOT NULL`
const said = `round TINYINT UNSIGNED NOT NULL,
      state ${word(8)},
      sentence VARCHAR(280) NOT NULL,
      link VARCHAR(500) NULL,
      set_at DATETIME(3) NOT NULL,
      agrees INT UNSIGNED NOT NULL,
      disagrees INT UNSIGNED NOT NULL`

/** What officials say of their goals and promises, what they said before, and how citizens mark it. */
export class Promises1700000000211 implements MigrationInterface {
  name = 'Promises1700000000211'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS promise_states (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
      candidacy_id BIGINT UNSIGNED NOT NULL,
      kind ${word(8)},
      place TINYINT UNSIGNED NOT NULL,
      ${said},
      PRIMARY KEY (id),
      UNIQUE KEY uq_promise_states (candidacy_id, kind, place)
    ) ${table}`)
    await db.query(`CREATE TABLE IF NOT EXISTS promise_history (
      promise_id BIGINT UNSIGNED NOT NULL,
      ${said},
      PRIMARY KEY (promise_id, round)
    ) ${table}`)
    await db.query(`CREATE TABLE IF NOT EXISTS promise_marks (
      promise_id BIGINT UNSIGNED NOT NULL,
      citizen_id BIGINT UNSIGNED NOT NULL,
      round TINYINT UNSIGNED NOT NULL,
      mark ${word(8)},
      marked_at DATETIME(3) NOT NULL,
      PRIMARY KEY (promise_id, citizen_id),
      KEY ix_promise_marks_citizen (citizen_id)
    ) ${table}`)
    // Erasures have two more steps; those that had come to their end have nothing to do in these.
    await db.query('UPDATE account_deletions SET step = 11 WHERE step = 9')
  }

  async down(db: QueryRunner): Promise<void> {
    // The two steps are gone, and so is all that they had to remove, with the tables below: an erasure past the ninth is at the end.
    await db.query('UPDATE account_deletions SET step = 9 WHERE step > 9')
    await db.query('DROP TABLE IF EXISTS promise_marks')
    await db.query('DROP TABLE IF EXISTS promise_history')
    await db.query('DROP TABLE IF EXISTS promise_states')
  }
}
