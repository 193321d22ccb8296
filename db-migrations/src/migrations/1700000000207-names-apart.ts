import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Names of those who stand for one position look different: a key of what the name looks like, which no other may have. Candidacies
 * of before have none until they are edited: an election lasts a week.
 */
export class NamesApart1700000000207 implements MigrationInterface {
  name = 'NamesApart1700000000207'

  async up(db: QueryRunner): Promise<void> {
    if (await db.hasColumn('candidacies', 'active_name')) return
    await db.query(`ALTER TABLE candidacies
      ADD COLUMN active_name CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
      ADD UNIQUE KEY uq_candidacies_active_name (active_name)`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE candidacies DROP KEY uq_candidacies_active_name, DROP COLUMN active_name')
  }
}
