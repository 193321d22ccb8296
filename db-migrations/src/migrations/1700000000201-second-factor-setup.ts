import type { MigrationInterface, QueryRunner } from 'typeorm'

/** A second factor is set up in the panel: the new secret waits until a code of it was shown. */
export class SecondFactorSetup1700000000201 implements MigrationInterface {
  name = 'SecondFactorSetup1700000000201'

  async up(db: QueryRunner): Promise<void> {
    // A migration that was interrupted is run again.
    if (await db.hasColumn('panel_accounts', 'totp_pending')) return
    await db.query(`ALTER TABLE panel_accounts
      ADD COLUMN totp_pending VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
      ADD COLUMN totp_pending_at DATETIME(3) NULL`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE panel_accounts DROP COLUMN totp_pending_at, DROP COLUMN totp_pending')
  }
}
