import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What candidates' programmes said before they were edited while voting was open. */
export class ProgrammeVersions1700000000221 implements MigrationInterface {
  name = 'ProgrammeVersions1700000000221'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS programme_versions (
      candidacy_id BIGINT UNSIGNED NOT NULL,
      number TINYINT UNSIGNED NOT NULL,
      programme JSON NOT NULL,
      changed JSON NOT NULL,
      votes INT UNSIGNED NOT NULL,
      replaced_at DATETIME(3) NOT NULL,
      PRIMARY KEY (candidacy_id, number)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS programme_versions')
  }
}
