import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * With which wallet each citizen stands in an election: a wallet carries the candidacies of one citizen. Who stands already keeps the
 * wallet that is linked now.
 */
export class CandidacyWallets1700000000223 implements MigrationInterface {
  name = 'CandidacyWallets1700000000223'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS candidacy_wallets (
      election_id BIGINT UNSIGNED NOT NULL,
      wallet_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      citizen_id BIGINT UNSIGNED NOT NULL,
      PRIMARY KEY (election_id, wallet_hash),
      KEY ix_candidacy_wallets_citizen (citizen_id)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`)
    await db.query(`INSERT IGNORE INTO candidacy_wallets (election_id, wallet_hash, citizen_id)
      SELECT e.id, SHA2(CONCAT(e.uid, ' ', c.wallet_address), 256), c.id
      FROM candidacies k JOIN elections e ON e.id = k.election_id JOIN citizens c ON c.id = k.citizen_id
      WHERE k.active_citizen_id IS NOT NULL AND c.wallet_address IS NOT NULL`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS candidacy_wallets')
  }
}
