import type { MigrationInterface, QueryRunner } from 'typeorm'

const uid = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin'
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/** The ground everything stands on: the clock, the journal, leases, idempotency, citizens, sessions and panel accounts. */
export class Foundation1700000000001 implements MigrationInterface {
  name = 'Foundation1700000000001'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS clock (
      id TINYINT UNSIGNED NOT NULL,
      offset_ms BIGINT NOT NULL,
      PRIMARY KEY (id)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS journal (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
      seq BIGINT UNSIGNED NULL,
      kind VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      actor ${uid} NULL,
      subject ${uid} NULL,
      visibility VARCHAR(48) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      facts JSON NOT NULL,
      at DATETIME(3) NOT NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_journal_seq (seq),
      KEY ix_journal_at (at),
      KEY ix_journal_kind (kind, seq),
      KEY ix_journal_subject (subject, seq)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS journal_head (
      id TINYINT UNSIGNED NOT NULL,
      seq BIGINT UNSIGNED NOT NULL,
      PRIMARY KEY (id)
    ) ${options}`)
    await db.query('INSERT IGNORE INTO journal_head (id, seq) VALUES (1, 0)')

    await db.query(`CREATE TABLE IF NOT EXISTS journal_work (
      seq BIGINT UNSIGNED NOT NULL,
      handler VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      attempts INT UNSIGNED NOT NULL DEFAULT 0,
      nudged_at DATETIME(3) NULL,
      done_at DATETIME(3) NULL,
      last_error VARCHAR(500) NULL,
      PRIMARY KEY (seq, handler),
      KEY ix_journal_work_open (done_at, nudged_at)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS leases (
      name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      holder VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      expires_at DATETIME(3) NOT NULL,
      PRIMARY KEY (name)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS idempotency_keys (
      caller ${uid} NOT NULL,
      call_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      idempotency_key VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      body_hash BINARY(32) NOT NULL,
      answer MEDIUMTEXT NULL,
      created_at DATETIME(3) NOT NULL,
      PRIMARY KEY (caller, call_id, idempotency_key),
      KEY ix_idempotency_created (created_at)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS citizens (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
      uid ${uid} NOT NULL,
      x_id VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      handle VARCHAR(64) NOT NULL,
      username VARCHAR(128) NOT NULL,
      avatar_url VARCHAR(512) NULL,
      portrait_url VARCHAR(512) NULL,
      custom_picture_url VARCHAR(512) NULL,
      followers INT UNSIGNED NOT NULL,
      verified BOOLEAN NOT NULL,
      x_created_at DATETIME(3) NOT NULL,
      x_refreshed_at DATETIME(3) NOT NULL,
      wallet_address VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
      token_balance BIGINT UNSIGNED NOT NULL,
      role VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      government_role VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
      is_admin BOOLEAN NOT NULL,
      is_super_admin BOOLEAN NOT NULL,
      joined_at DATETIME(3) NOT NULL,
      last_login_at DATETIME(3) NULL,
      last_active_at DATETIME(3) NULL,
      created_at DATETIME(3) NOT NULL,
      updated_at DATETIME(3) NOT NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_citizens_uid (uid),
      UNIQUE KEY uq_citizens_x_id (x_id),
      UNIQUE KEY uq_citizens_wallet (wallet_address),
      KEY ix_citizens_handle (handle),
      KEY ix_citizens_government_role (government_role)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS sessions (
      id ${uid} NOT NULL,
      citizen_id BIGINT UNSIGNED NOT NULL,
      salt BINARY(16) NOT NULL,
      generation INT UNSIGNED NOT NULL,
      rotated_at DATETIME(3) NOT NULL,
      created_at DATETIME(3) NOT NULL,
      expires_at DATETIME(3) NOT NULL,
      ended_at DATETIME(3) NULL,
      ended_why VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
      user_agent VARCHAR(256) NOT NULL,
      PRIMARY KEY (id),
      KEY ix_sessions_citizen (citizen_id, ended_at),
      KEY ix_sessions_expires (expires_at),
      CONSTRAINT fk_sessions_citizen FOREIGN KEY (citizen_id) REFERENCES citizens (id)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS panel_accounts (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
      username VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      citizen_id BIGINT UNSIGNED NOT NULL,
      password_hash VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      totp_secret VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
      totp_last_step BIGINT UNSIGNED NOT NULL,
      created_at DATETIME(3) NOT NULL,
      revoked_at DATETIME(3) NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_panel_accounts_username (username),
      KEY ix_panel_accounts_citizen (citizen_id),
      CONSTRAINT fk_panel_accounts_citizen FOREIGN KEY (citizen_id) REFERENCES citizens (id)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS panel_sessions (
      id ${uid} NOT NULL,
      account_id BIGINT UNSIGNED NOT NULL,
      created_at DATETIME(3) NOT NULL,
      expires_at DATETIME(3) NOT NULL,
      ended_at DATETIME(3) NULL,
      PRIMARY KEY (id),
      KEY ix_panel_sessions_account (account_id, ended_at),
      CONSTRAINT fk_panel_sessions_account FOREIGN KEY (account_id) REFERENCES panel_accounts (id)
    ) ${options}`)
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of [
      'panel_sessions',
      'panel_accounts',
      'sessions',
      'citizens',
      'idempotency_keys',
      'leases',
      'journal_work',
      'journal_head',
      'journal',
      'clock',
    ]) {
      await db.query(`DROP TABLE IF EXISTS ${table}`)
    }
  }
}
