import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Indexes in the order of lists that grow with the nation. */
const indexes = [
  ['citizens', 'ix_citizens_administrators', '(is_admin, is_super_admin)'],
  ['citizens', 'ix_citizens_role', '(role)'],
  ['polls', 'ix_polls_newest', '(status, id)'],
  ['candidacies', 'ix_candidacies_newest', '(election_id, status, id)'],
  ['terms', 'ix_terms_started', '(started_at)'],
  ['bank_payments', 'ix_bank_payments_office', '(office, id)'],
] as const

/** Lists are read in the order of an index, as far as a page goes (decision 59). */
export class ListIndexes1700000000183 implements MigrationInterface {
  name = 'ListIndexes1700000000183'

  async up(db: QueryRunner): Promise<void> {
    for (const [table, index, columns] of indexes) {
      // One that was cut off is run again.
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
