import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What an operator switched off or on; what is not in the table is on. */
export class FeatureFlags1700000000051 implements MigrationInterface {
  name = 'FeatureFlags1700000000051'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS feature_flags (
      name VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      enabled BOOLEAN NOT NULL,
      changed_at DATETIME(3) NOT NULL,
      changed_by BIGINT UNSIGNED NULL,
      PRIMARY KEY (name),
      CONSTRAINT fk_feature_flags_changed_by FOREIGN KEY (changed_by) REFERENCES citizens (id)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS feature_flags')
  }
}
