import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What administrators decided offline and had done later: each key once, and what it left behind. */
export class AdminCommands1700000000206 implements MigrationInterface {
  name = 'AdminCommands1700000000206'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS admin_commands (
      admin CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      command_key VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      call_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      body_hash BINARY(32) NOT NULL,
      subject VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
      version CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
      processed_at DATETIME(3) NOT NULL,
      PRIMARY KEY (admin, command_key),
      KEY ix_admin_commands_processed (processed_at)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS admin_commands')
  }
}
