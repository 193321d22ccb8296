import type { MigrationInterface, QueryRunner } from 'typeorm'

/** How many checks of the system went well, and how many did not, on each day. */
export class HealthDays1700000000224 implements MigrationInterface {
  name = 'HealthDays1700000000224'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS health_days (
      day DATETIME(3) NOT NULL,
      good INT UNSIGNED NOT NULL,
      bad INT UNSIGNED NOT NULL,
      PRIMARY KEY (day)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS health_days')
  }
}
