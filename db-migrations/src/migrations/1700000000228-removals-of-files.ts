import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The removal of an upload is marked in its row before the file goes, so that no lock is held while the store is asked. */
export class RemovalsOfFiles1700000000228 implements MigrationInterface {
  name = 'RemovalsOfFiles1700000000228'

  async up(db: QueryRunner): Promise<void> {
    if (await db.hasColumn('media', 'removed_at')) return
    await db.query('ALTER TABLE media ADD COLUMN removed_at DATETIME(3) NULL')
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE media DROP COLUMN removed_at')
  }
}
