import type { MigrationInterface, QueryRunner } from 'typeorm'

const key = 'BIGINT UNSIGNED'
const uid = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin'
const seal = 'CHAR(43) CHARACTER SET ascii COLLATE ascii_bin'
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/** The panel's sign-in: devices that signed in before, recovery codes, and the tries that failed. */
export class PanelSignIn1700000000140 implements MigrationInterface {
  name = 'PanelSignIn1700000000140'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS panel_devices (
      id ${uid} NOT NULL,
      device ${uid} NOT NULL,
      account_id ${key} NOT NULL,
      secret_hash ${seal} NOT NULL,
      label VARCHAR(64) NOT NULL,
      created_at DATETIME(3) NOT NULL,
      last_used_at DATETIME(3) NOT NULL,
      revoked_at DATETIME(3) NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_panel_devices_device (device, account_id),
      KEY ix_panel_devices_account (account_id, revoked_at),
      KEY ix_panel_devices_used (last_used_at),
      CONSTRAINT fk_panel_devices_account FOREIGN KEY (account_id) REFERENCES panel_accounts (id) ON DELETE CASCADE
    ) ${options}`)
    await db.query(`CREATE TABLE IF NOT EXISTS panel_recovery_codes (
      id ${key} NOT NULL AUTO_INCREMENT,
      account_id ${key} NOT NULL,
      code_hash ${seal} NOT NULL,
      created_at DATETIME(3) NOT NULL,
      used_at DATETIME(3) NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_panel_recovery_codes_code (account_id, code_hash),
      CONSTRAINT fk_panel_recovery_codes_account FOREIGN KEY (account_id) REFERENCES panel_accounts (id) ON DELETE CASCADE
    ) ${options}`)
    // No account: a try at a name that no account has is written down in the same way, and takes as long.
    await db.query(`CREATE TABLE IF NOT EXISTS panel_tries (
      id ${key} NOT NULL AUTO_INCREMENT,
      who ${seal} NOT NULL,
      network ${seal} NOT NULL,
      at DATETIME(3) NOT NULL,
      PRIMARY KEY (id),
      KEY ix_panel_tries_who (who, at),
      KEY ix_panel_tries_at (at)
    ) ${options}`)
    await db.query('ALTER TABLE panel_accounts ADD COLUMN signed_in_at DATETIME(3) NULL')
    await db.query(`ALTER TABLE panel_sessions
      ADD COLUMN previous_at DATETIME(3) NULL,
      ADD COLUMN device_id ${uid} NULL`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE panel_sessions DROP COLUMN device_id, DROP COLUMN previous_at')
    await db.query('ALTER TABLE panel_accounts DROP COLUMN signed_in_at')
    for (const table of ['panel_tries', 'panel_recovery_codes', 'panel_devices']) {
      await db.query(`DROP TABLE IF EXISTS ${table}`)
    }
  }
}
