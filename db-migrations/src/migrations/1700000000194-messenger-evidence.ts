import type { MigrationInterface, QueryRunner } from 'typeorm'

const index = 'ix_message_report_lines_message'

/**
 * A reaction may be withheld from the citizen who blocks its giver, as a message may. A message is found in the evidence of
 * reports by its public id: moderators delete what was reported to them there.
 */
export class MessengerEvidence1700000000194 implements MigrationInterface {
  name = 'MessengerEvidence1700000000194'

  async up(db: QueryRunner): Promise<void> {
    // A migration that was interrupted is run again.
    if (!(await db.hasColumn('message_reactions', 'withheld')))
      await db.query('ALTER TABLE message_reactions ADD COLUMN withheld BOOLEAN NOT NULL DEFAULT FALSE')
    const there = (await db.query(
      'SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? AND index_name = ?',
      ['message_report_lines', index],
    )) as unknown[]
    if (there.length === 0) await db.query(`ALTER TABLE message_report_lines ADD KEY ${index} (message_uid)`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE message_report_lines DROP KEY ${index}`)
    await db.query('ALTER TABLE message_reactions DROP COLUMN withheld')
  }
}
