import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Settings of the nation: limits of the rules, and links to elsewhere. What has no row, or no value, is as the version says. */
export class Settings1700000000213 implements MigrationInterface {
  name = 'Settings1700000000213'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS settings (
      name VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      value TEXT NULL,
      version INT UNSIGNED NOT NULL,
      changed_at DATETIME(3) NULL,
      changed_by BIGINT UNSIGNED NULL,
      PRIMARY KEY (name),
      CONSTRAINT fk_settings_changed_by FOREIGN KEY (changed_by) REFERENCES citizens (id)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS settings')
  }
}
