import type { MigrationInterface, QueryRunner } from 'typeorm'

const uid = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin'
const key = 'BIGINT UNSIGNED'
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/** Messages to the whole nation. One that was taken down keeps its row. */
export class Broadcasts1700000000020 implements MigrationInterface {
  name = 'Broadcasts1700000000020'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS broadcasts (
      id ${key} NOT NULL AUTO_INCREMENT,
      uid ${uid} NOT NULL,
      message VARCHAR(280) NOT NULL,
      type VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      created_by ${key} NOT NULL,
      created_at DATETIME(3) NOT NULL,
      archived_by ${key} NULL,
      archived_at DATETIME(3) NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_broadcasts_uid (uid),
      KEY ix_broadcasts_archived (archived_at, id),
      KEY ix_broadcasts_created_by (created_by),
      KEY ix_broadcasts_archived_by (archived_by),
      CONSTRAINT fk_broadcasts_created_by FOREIGN KEY (created_by) REFERENCES citizens (id),
      CONSTRAINT fk_broadcasts_archived_by FOREIGN KEY (archived_by) REFERENCES citizens (id)
    ) ${options}`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS broadcasts')
  }
}
