import type { MigrationInterface, QueryRunner } from 'typeorm'

/** A broadcast may have an end. `ended_at` is set once the event of the end was written, so that reads find what is on by an index. */
export class BroadcastEnds1700000000216 implements MigrationInterface {
  name = 'BroadcastEnds1700000000216'

  async up(db: QueryRunner): Promise<void> {
    if (await db.hasColumn('broadcasts', 'ends_at')) return
    await db.query(`ALTER TABLE broadcasts
      ADD COLUMN ends_at DATETIME(3) NULL,
      ADD COLUMN ended_at DATETIME(3) NULL,
      ADD KEY ix_broadcasts_on_air (archived_at, ended_at, id),
      ADD KEY ix_broadcasts_ends (archived_at, ended_at, ends_at),
      DROP KEY ix_broadcasts_archived`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE broadcasts
      ADD KEY ix_broadcasts_archived (archived_at, id),
      DROP KEY ix_broadcasts_on_air,
      DROP KEY ix_broadcasts_ends,
      DROP COLUMN ends_at,
      DROP COLUMN ended_at`)
  }
}
