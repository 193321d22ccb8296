import type { MigrationInterface, QueryRunner } from 'typeorm'

const index = 'ix_citizen_mutes_until'

/** The mutes that are in force are listed by their ends. */
export class MutesInForce1700000000197 implements MigrationInterface {
  name = 'MutesInForce1700000000197'

  async up(db: QueryRunner): Promise<void> {
    // A migration that was interrupted is run again.
    const there = (await db.query(
      'SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? AND index_name = ?',
      ['citizen_mutes', index],
    )) as unknown[]
    if (there.length === 0) await db.query(`ALTER TABLE citizen_mutes ADD KEY ${index} (until_at, citizen_id)`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE citizen_mutes DROP KEY ${index}`)
  }
}
