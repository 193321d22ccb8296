import type { MigrationInterface, QueryRunner } from 'typeorm'

const key = 'BIGINT UNSIGNED'
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/** Every upload that was begun, also those that were refused: what the hour's and the day's allowance count. */
export class UploadAttempts1700000000090 implements MigrationInterface {
  name = 'UploadAttempts1700000000090'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS upload_attempts (
      id ${key} NOT NULL AUTO_INCREMENT,
      owner_id ${key} NOT NULL,
      bytes INT UNSIGNED NOT NULL,
      at DATETIME(3) NOT NULL,
      PRIMARY KEY (id),
      KEY ix_upload_attempts_owner (owner_id, at),
      KEY ix_upload_attempts_at (at),
      CONSTRAINT fk_upload_attempts_owner FOREIGN KEY (owner_id) REFERENCES citizens (id)
    ) ${options}`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS upload_attempts')
  }
}
