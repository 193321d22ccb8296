import type { MigrationInterface, QueryRunner } from 'typeorm'

const uid = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin'
const word = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`
const key = 'BIGINT UNSIGNED'
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/**
 * Polls. A citizen's one vote is the primary key of `poll_votes`. Counters stand beside the poll and not in it: voters share
 * the poll's row, and closing it locks it exclusively.
 */
export class Polls1700000000060 implements MigrationInterface {
  name = 'Polls1700000000060'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS polls (
      id ${key} NOT NULL AUTO_INCREMENT,
      uid ${uid} NOT NULL,
      question VARCHAR(300) NOT NULL,
      status ${word(8)} NOT NULL,
      created_by ${key} NOT NULL,
      created_by_role ${word(16)} NOT NULL,
      created_at DATETIME(3) NOT NULL,
      updated_at DATETIME(3) NOT NULL,
      closes_at DATETIME(3) NULL,
      closed_at DATETIME(3) NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_polls_uid (uid),
      KEY ix_polls_status (status, closes_at),
      KEY ix_polls_created_by (created_by),
      CONSTRAINT fk_polls_created_by FOREIGN KEY (created_by) REFERENCES citizens (id)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS poll_options (
      id ${key} NOT NULL AUTO_INCREMENT,
      uid ${uid} NOT NULL,
      poll_id ${key} NOT NULL,
      place TINYINT UNSIGNED NOT NULL,
      text VARCHAR(200) NOT NULL,
      votes INT UNSIGNED NOT NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_poll_options_uid (uid),
      UNIQUE KEY uq_poll_options_place (poll_id, place),
      CONSTRAINT fk_poll_options_poll FOREIGN KEY (poll_id) REFERENCES polls (id)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS poll_tallies (
      poll_id ${key} NOT NULL,
      votes INT UNSIGNED NOT NULL,
      PRIMARY KEY (poll_id),
      KEY ix_poll_tallies_votes (votes, poll_id),
      CONSTRAINT fk_poll_tallies_poll FOREIGN KEY (poll_id) REFERENCES polls (id)
    ) ${options}`)

    // Grows with votes: narrow, without foreign keys. Its writers hold the locks of the rows that it names.
    // No option: this person voted under an account that they left, where the vote is counted.
    await db.query(`CREATE TABLE IF NOT EXISTS poll_votes (
      poll_id ${key} NOT NULL,
      citizen_id ${key} NOT NULL,
      option_id ${key} NULL,
      voted_at DATETIME(3) NOT NULL,
      PRIMARY KEY (poll_id, citizen_id),
      KEY ix_poll_votes_citizen (citizen_id, voted_at)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS poll_log (
      id ${key} NOT NULL AUTO_INCREMENT,
      poll_id ${key} NOT NULL,
      what ${word(16)} NOT NULL,
      by_id ${key} NULL,
      at DATETIME(3) NOT NULL,
      facts JSON NOT NULL,
      PRIMARY KEY (id),
      KEY ix_poll_log_poll (poll_id, id),
      KEY ix_poll_log_by (by_id, at),
      CONSTRAINT fk_poll_log_poll FOREIGN KEY (poll_id) REFERENCES polls (id)
    ) ${options}`)

    // Which polls a citizen had voted on when they left, by the seal of their X account, until those polls close.
    await db.query(`CREATE TABLE IF NOT EXISTS former_poll_votes (
      x_seal BINARY(32) NOT NULL,
      poll_id ${key} NOT NULL,
      PRIMARY KEY (x_seal, poll_id),
      KEY ix_former_poll_votes_poll (poll_id)
    ) ${options}`)
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of ['former_poll_votes', 'poll_log', 'poll_votes', 'poll_tallies', 'poll_options', 'polls']) {
      await db.query(`DROP TABLE IF EXISTS ${table}`)
    }
  }
}
