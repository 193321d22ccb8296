import type { MigrationInterface, QueryRunner } from 'typeorm'

const uid = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin'
const key = 'BIGINT UNSIGNED'
const word = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/** Files that citizens upload, copies of their data, accounts that are deleted, and how current X's data are. */
export class CitizensAndMedia1700000000040 implements MigrationInterface {
  name = 'CitizensAndMedia1700000000040'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS media (
      id ${key} NOT NULL AUTO_INCREMENT,
      owner_id ${key} NOT NULL,
      name ${word(80)} NOT NULL,
      hash ${word(64)} NOT NULL,
      preset ${word(16)} NOT NULL,
      type ${word(80)} NOT NULL,
      bytes INT UNSIGNED NOT NULL,
      sent_bytes INT UNSIGNED NOT NULL,
      width INT UNSIGNED NULL,
      height INT UNSIGNED NULL,
      created_at DATETIME(3) NOT NULL,
      review_at DATETIME(3) NOT NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_media_name (name),
      KEY ix_media_owner (owner_id, created_at),
      KEY ix_media_review (review_at),
      CONSTRAINT fk_media_owner FOREIGN KEY (owner_id) REFERENCES citizens (id)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS data_exports (
      id ${uid} NOT NULL,
      citizen_id ${key} NOT NULL,
      status ${word(16)} NOT NULL,
      progress TINYINT UNSIGNED NOT NULL,
      created_at DATETIME(3) NOT NULL,
      ready_at DATETIME(3) NULL,
      bytes INT UNSIGNED NULL,
      document LONGBLOB NULL,
      PRIMARY KEY (id),
      KEY ix_data_exports_citizen (citizen_id, created_at),
      KEY ix_data_exports_created (created_at),
      CONSTRAINT fk_data_exports_citizen FOREIGN KEY (citizen_id) REFERENCES citizens (id)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS account_deletions (
      id ${uid} NOT NULL,
      citizen_id ${key} NOT NULL,
      step TINYINT UNSIGNED NOT NULL,
      asked_at DATETIME(3) NOT NULL,
      done_at DATETIME(3) NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_account_deletions_citizen (citizen_id),
      CONSTRAINT fk_account_deletions_citizen FOREIGN KEY (citizen_id) REFERENCES citizens (id)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS former_accounts (
      x_seal BINARY(32) NOT NULL,
      votes_from DATETIME(3) NOT NULL,
      PRIMARY KEY (x_seal),
      KEY ix_former_accounts_votes_from (votes_from)
    ) ${options}`)

    // Last, because it can not be repeated: whatever is cut off before it can simply be run again.
    await db.query(`ALTER TABLE citizens
      ADD COLUMN left_at DATETIME(3) NULL,
      ADD COLUMN votes_from DATETIME(3) NULL,
      ADD COLUMN x_missing_since DATETIME(3) NULL,
      ADD KEY ix_citizens_x_refreshed (left_at, x_refreshed_at),
      ADD KEY ix_citizens_username (username)`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE citizens
      DROP KEY ix_citizens_username,
      DROP KEY ix_citizens_x_refreshed,
      DROP COLUMN x_missing_since,
      DROP COLUMN votes_from,
      DROP COLUMN left_at`)
    for (const table of ['former_accounts', 'account_deletions', 'data_exports', 'media']) {
      await db.query(`DROP TABLE IF EXISTS ${table}`)
    }
  }
}
