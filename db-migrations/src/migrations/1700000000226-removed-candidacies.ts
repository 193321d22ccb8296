import type { MigrationInterface, QueryRunner } from 'typeorm'

/** A candidacy that an administrator removed tells who did it, and why. */
export class RemovedCandidacies1700000000226 implements MigrationInterface {
  name = 'RemovedCandidacies1700000000226'

  async up(db: QueryRunner): Promise<void> {
    if (await db.hasColumn('candidacies', 'removed_by')) return
    await db.query(`ALTER TABLE candidacies
      ADD COLUMN removed_by BIGINT UNSIGNED NULL,
      ADD COLUMN removal_reason VARCHAR(200) NULL`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE candidacies DROP COLUMN removal_reason, DROP COLUMN removed_by')
  }
}
