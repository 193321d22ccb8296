import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Which run does a reaction at present, and when it was last heard of: no second worker begins it meanwhile. */
export class RunsOfReactions1700000000229 implements MigrationInterface {
  name = 'RunsOfReactions1700000000229'

  async up(db: QueryRunner): Promise<void> {
    if (await db.hasColumn('journal_work', 'run')) return
    await db.query(
      `ALTER TABLE journal_work
         ADD COLUMN run CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
         ADD COLUMN heard_at DATETIME(3) NULL`,
    )
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE journal_work DROP COLUMN run, DROP COLUMN heard_at')
  }
}
