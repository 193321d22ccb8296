import type { MigrationInterface, QueryRunner } from 'typeorm'

const partBytes = 262_144

/**
 * A copy of a citizen's data is stored in parts, so that no process holds all of it. Each attempt to make it has an id of its own
 * (`run`). Parts go with their copy.
 */
export class CopiesInParts1700000000227 implements MigrationInterface {
  name = 'CopiesInParts1700000000227'

  async up(db: QueryRunner): Promise<void> {
    const uid = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin'
    await db.query(`CREATE TABLE IF NOT EXISTS data_export_parts (
      export_id ${uid} NOT NULL,
      run ${uid} NOT NULL,
      number INT UNSIGNED NOT NULL,
      content MEDIUMBLOB NOT NULL,
      PRIMARY KEY (export_id, run, number),
      CONSTRAINT fk_data_export_parts_export FOREIGN KEY (export_id) REFERENCES data_exports (id) ON DELETE CASCADE
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`)
    if (!(await db.hasColumn('data_exports', 'run'))) {
      await db.query(`ALTER TABLE data_exports ADD COLUMN run ${uid} NULL, ADD COLUMN parts INT UNSIGNED NULL`)
    }
    if (!(await db.hasColumn('data_exports', 'document'))) return
    const ready = (await db.query(
      'SELECT id, CEIL(LENGTH(document) / ?) AS parts FROM data_exports WHERE document IS NOT NULL',
      [partBytes],
    )) as { id: string; parts: string }[]
    for (const { id, parts } of ready) {
      for (let number = 1; number <= Number(parts); number++) {
        await db.query(
          `INSERT IGNORE INTO data_export_parts (export_id, run, number, content)
           SELECT id, id, ?, SUBSTRING(document, ?, ?) FROM data_exports WHERE id = ?`,
          [number, (number - 1) * partBytes + 1, partBytes, id],
        )
      }
      await db.query('UPDATE data_exports SET run = id, parts = ? WHERE id = ?', [Number(parts), id])
    }
    await db.query('ALTER TABLE data_exports DROP COLUMN document')
  }

  /** Copies that are ready go: a citizen may ask for another. */
  async down(db: QueryRunner): Promise<void> {
    await db.query("DELETE FROM data_exports WHERE status = 'ready'")
    await db.query('DROP TABLE IF EXISTS data_export_parts')
    await db.query('ALTER TABLE data_exports DROP COLUMN run, DROP COLUMN parts, ADD COLUMN document LONGBLOB NULL')
  }
}
