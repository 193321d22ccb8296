import { randomUUID } from 'node:crypto'
import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Which nation this is: a replica that meets another one behind the same address begins anew. */
export class NationIdentity1700000000205 implements MigrationInterface {
  name = 'NationIdentity1700000000205'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS nation (
      id TINYINT UNSIGNED NOT NULL,
      uid CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      PRIMARY KEY (id)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`)
    await db.query('INSERT IGNORE INTO nation (id, uid) VALUES (1, ?)', [randomUUID()])
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS nation')
  }
}
