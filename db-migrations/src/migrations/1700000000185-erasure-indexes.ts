import type { MigrationInterface, QueryRunner } from 'typeorm'

/** By which the erasure of one citizen finds its rows: who else shows the same portrait, and which deletions are not over. */
const indexes = [
  ['citizens', 'ix_citizens_portrait', '(portrait_url)'],
  ['account_deletions', 'ix_account_deletions_open', '(done_at, citizen_id)'],
] as const

/** The erasure of one citizen reads no more because the nation is larger (decision 59). */
export class ErasureIndexes1700000000185 implements MigrationInterface {
  name = 'ErasureIndexes1700000000185'

  async up(db: QueryRunner): Promise<void> {
    for (const [table, index, columns] of indexes) {
      // A migration that was interrupted is run again.
      const there = (await db.query(
        'SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? AND index_name = ?',
        [table, index],
      )) as unknown[]
      if (there.length === 0) await db.query(`ALTER TABLE ${table} ADD KEY ${index} ${columns}`)
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [table, index] of indexes.toReversed()) await db.query(`ALTER TABLE ${table} DROP KEY ${index}`)
  }
}
