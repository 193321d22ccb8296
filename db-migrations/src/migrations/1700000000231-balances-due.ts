import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * When a citizen's balance is to be read next: six hours after it was read and five minutes after the chain was asked in vain,
 * whichever is later; at once after the wallet was linked; never without a wallet. The database computes it from the columns
 * that every writer sets, and the index finds the next ones without reading anyone else's row. The order by the last attempt,
 * which the index before was for, began with every citizen who has no wallet.
 */
export class BalancesDue1700000000231 implements MigrationInterface {
  name = 'BalancesDue1700000000231'

  async up(db: QueryRunner): Promise<void> {
    const never = "TIMESTAMP '1970-01-01 00:00:00'"
    if (!(await db.hasColumn('citizens', 'balance_due_at'))) {
      await db.query(`ALTER TABLE citizens ADD COLUMN balance_due_at DATETIME(3) GENERATED ALWAYS AS (
        IF(wallet_address IS NULL, NULL, GREATEST(
          COALESCE(balance_read_at + INTERVAL 6 HOUR, ${never}),
          COALESCE(balance_tried_at + INTERVAL 5 MINUTE, ${never})))) VIRTUAL`)
    }
    // Each in a statement of its own: together, the table would be rebuilt.
    if (!(await hasIndex(db, 'ix_citizens_balance_due'))) {
      await db.query('ALTER TABLE citizens ADD KEY ix_citizens_balance_due (balance_due_at)')
    }
    if (await hasIndex(db, 'ix_citizens_balance_tried')) {
      await db.query('ALTER TABLE citizens DROP KEY ix_citizens_balance_tried')
    }
  }

  async down(db: QueryRunner): Promise<void> {
    if (!(await hasIndex(db, 'ix_citizens_balance_tried'))) {
      await db.query('ALTER TABLE citizens ADD KEY ix_citizens_balance_tried (balance_tried_at)')
    }
    if (await hasIndex(db, 'ix_citizens_balance_due')) {
      await db.query('ALTER TABLE citizens DROP KEY ix_citizens_balance_due')
    }
    await db.query('ALTER TABLE citizens DROP COLUMN balance_due_at')
  }
}

async function hasIndex(db: QueryRunner, name: string): Promise<boolean> {
  const rows = (await db.query(
    `SELECT 1 FROM information_schema.STATISTICS
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'citizens' AND INDEX_NAME = ?`,
    [name],
  )) as unknown[]
  return rows.length > 0
}
