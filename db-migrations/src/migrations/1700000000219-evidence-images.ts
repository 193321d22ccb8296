import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The evidence of a report keeps the images of its messages: names and sizes, in their order. Null: there were none. */
export class EvidenceImages1700000000219 implements MigrationInterface {
  name = 'EvidenceImages1700000000219'

  async up(db: QueryRunner): Promise<void> {
    if (await db.hasColumn('message_report_lines', 'images')) return
    await db.query('ALTER TABLE message_report_lines ADD COLUMN images JSON NULL')
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE message_report_lines DROP COLUMN images')
  }
}
