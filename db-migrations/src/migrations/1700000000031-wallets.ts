import type { MigrationInterface, QueryRunner } from 'typeorm'

const key = 'BIGINT UNSIGNED'
const word = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/** Wallets that are proved, what the chain says of them, scans of the whole token, and its versions. */
export class Wallets1700000000031 implements MigrationInterface {
  name = 'Wallets1700000000031'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS wallet_challenges (
      nonce_hash BINARY(32) NOT NULL,
      citizen_id ${key} NOT NULL,
      wallet_address ${word(64)} NOT NULL,
      issued_at DATETIME(3) NOT NULL,
      expires_at DATETIME(3) NOT NULL,
      used_at DATETIME(3) NULL,
      PRIMARY KEY (nonce_hash),
      KEY ix_wallet_challenges_expires (expires_at),
      CONSTRAINT fk_wallet_challenges_citizen FOREIGN KEY (citizen_id) REFERENCES citizens (id) ON DELETE CASCADE
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS token_state (
      id TINYINT UNSIGNED NOT NULL,
      version ${word(64)} NOT NULL,
      mint ${word(64)} NOT NULL,
      since DATETIME(3) NOT NULL,
      PRIMARY KEY (id)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS token_migrations (
      id ${key} NOT NULL AUTO_INCREMENT,
      version ${word(64)} NOT NULL,
      mint ${word(64)} NOT NULL,
      from_version ${word(64)} NOT NULL,
      from_mint ${word(64)} NOT NULL,
      state ${word(16)} NOT NULL,
      scan_id ${key} NULL,
      started_at DATETIME(3) NOT NULL,
      voided_at DATETIME(3) NULL,
      finished_at DATETIME(3) NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_token_migrations_token (version, mint)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS token_migration_citizens (
      migration_id ${key} NOT NULL,
      citizen_id ${key} NOT NULL,
      how ${word(16)} NOT NULL,
      at DATETIME(3) NOT NULL,
      PRIMARY KEY (migration_id, citizen_id)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS balance_scans (
      id ${key} NOT NULL AUTO_INCREMENT,
      purpose ${word(16)} NOT NULL,
      election_id ${key} NULL,
      method ${word(16)} NOT NULL,
      state ${word(16)} NOT NULL,
      mint ${word(64)} NOT NULL,
      program ${word(64)} NULL,
      slot ${key} NULL,
      accounts ${key} NULL,
      total ${key} NULL,
      supply ${key} NULL,
      reconciled BOOLEAN NOT NULL DEFAULT FALSE,
      started_at DATETIME(3) NOT NULL,
      finished_at DATETIME(3) NULL,
      PRIMARY KEY (id),
      KEY ix_balance_scans_election (election_id, state, started_at),
      KEY ix_balance_scans_started (started_at)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS balance_scan_rows (
      scan_id ${key} NOT NULL,
      wallet_address ${word(64)} NOT NULL,
      balance ${key} NOT NULL,
      slot ${key} NULL,
      PRIMARY KEY (scan_id, wallet_address)
    ) ${options}`)

    // Last, because it can not be repeated: whatever is cut off before it can simply be run again.
    await db.query(`ALTER TABLE citizens
      ADD COLUMN wallet_linked_at DATETIME(3) NULL,
      ADD COLUMN native_balance ${key} NULL,
      ADD COLUMN balance_slot ${key} NULL,
      ADD COLUMN balance_read_at DATETIME(3) NULL,
      ADD COLUMN balance_tried_at DATETIME(3) NULL,
      ADD COLUMN token_update_required BOOLEAN NOT NULL DEFAULT FALSE,
      ADD KEY ix_citizens_balance_tried (balance_tried_at)`)
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of [
      'balance_scan_rows',
      'balance_scans',
      'token_migration_citizens',
      'token_migrations',
      'token_state',
      'wallet_challenges',
    ]) {
      await db.query(`DROP TABLE IF EXISTS ${table}`)
    }
    await db.query(`ALTER TABLE citizens
      DROP KEY ix_citizens_balance_tried,
      DROP COLUMN token_update_required,
      DROP COLUMN balance_tried_at,
      DROP COLUMN balance_read_at,
      DROP COLUMN balance_slot,
      DROP COLUMN native_balance,
      DROP COLUMN wallet_linked_at`)
  }
}
