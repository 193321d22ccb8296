import type { MigrationInterface, QueryRunner } from 'typeorm'

const key = 'BIGINT UNSIGNED'
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/** Citizens may have a public page: a row for each page that is shown. */
export class CitizenPages1700000000212 implements MigrationInterface {
  name = 'CitizenPages1700000000212'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS citizen_pages (
      citizen_id ${key} NOT NULL,
      number VARCHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      shown_at DATETIME(3) NOT NULL,
      PRIMARY KEY (citizen_id),
      UNIQUE KEY uq_citizen_pages_number (number),
      CONSTRAINT fk_citizen_pages_citizen FOREIGN KEY (citizen_id) REFERENCES citizens (id)
    ) ${options}`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS citizen_pages')
  }
}
