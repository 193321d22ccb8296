import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What one citizen did, and what was done to their panel accounts, is found in the journal by an index. */
export class JournalOfOne1700000000171 implements MigrationInterface {
  name = 'JournalOfOne1700000000171'

  async up(db: QueryRunner): Promise<void> {
    await this.down(db)
    await db.query('ALTER TABLE journal ADD INDEX ix_journal_actor (actor)')
    // Older entries about an account that was revoked by command say its name alone, and not whose it was.
    await db.query(`UPDATE journal JOIN panel_accounts a ON a.username = JSON_UNQUOTE(JSON_EXTRACT(journal.facts, '$.username'))
      JOIN citizens c ON c.id = a.citizen_id SET journal.subject = c.uid
      WHERE journal.kind = 'admin.account-revoked' AND journal.subject IS NULL`)
  }

  async down(db: QueryRunner): Promise<void> {
    const found: unknown[] = (await db.query(
      `SELECT 1 FROM information_schema.statistics
       WHERE table_schema = DATABASE() AND table_name = 'journal' AND index_name = 'ix_journal_actor'`,
    )) as unknown[]
    if (found.length > 0) await db.query('ALTER TABLE journal DROP INDEX ix_journal_actor')
  }
}
