import type { MigrationInterface, QueryRunner } from 'typeorm'

/** A session knows the newest refresh token that somebody came with: the one after it may have been lost on its way (decision 148). */
export class SeenGenerations1700000000235 implements MigrationInterface {
  name = 'SeenGenerations1700000000235'

  async up(db: QueryRunner): Promise<void> {
    if (await db.hasColumn('sessions', 'seen_generation')) return
    // Of the sessions that there are, nobody came with one: they are judged as before until their next rotation.
    await db.query('ALTER TABLE sessions ADD COLUMN seen_generation INT UNSIGNED NOT NULL DEFAULT 0 AFTER generation')
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE sessions DROP COLUMN seen_generation')
  }
}
