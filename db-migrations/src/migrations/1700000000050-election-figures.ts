import type { MigrationInterface, QueryRunner } from 'typeorm'

const key = 'BIGINT UNSIGNED'
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/**
 * Figures that are known once and never change again are stored: how many wallets the roll has, when the chain reported each
 * balance on it, and who voted for a position by what their votes weigh.
 */
export class ElectionFigures1700000000050 implements MigrationInterface {
  name = 'ElectionFigures1700000000050'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS election_tiers (
      election_id ${key} NOT NULL,
      position TINYINT UNSIGNED NOT NULL,
      weight_units TINYINT UNSIGNED NOT NULL,
      voters INT UNSIGNED NOT NULL,
      PRIMARY KEY (election_id, position, weight_units),
      CONSTRAINT fk_election_tiers_election FOREIGN KEY (election_id) REFERENCES elections (id)
    ) ${options}`)
    await db.query(`ALTER TABLE elections
      ADD COLUMN roll_wallets INT UNSIGNED NULL,
      ADD COLUMN roll_last_known INT UNSIGNED NULL`)
    // What was last known was read before the roll was taken; its time was not stored. What is fresh was read then.
    await db.query('ALTER TABLE roll_entries ADD COLUMN read_at DATETIME(3) NULL')
    await db.query(`UPDATE roll_entries SET read_at = taken_at WHERE source = 'fresh'`)
    const opened = (await db.query('SELECT id, counted_at FROM elections WHERE opened_at IS NOT NULL')) as {
      id: string
      counted_at: Date | null
    }[]
    for (const election of opened) await keepFigures(db, election)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE roll_entries DROP COLUMN read_at')
    await db.query('ALTER TABLE elections DROP COLUMN roll_last_known, DROP COLUMN roll_wallets')
    await db.query('DROP TABLE IF EXISTS election_tiers')
  }
}

async function keepFigures(db: QueryRunner, election: { id: string; counted_at: Date | null }): Promise<void> {
  await db.query(
    `UPDATE elections SET
       roll_wallets = (SELECT COUNT(*) FROM roll_entries WHERE election_id = ?),
       roll_last_known = (SELECT COUNT(*) FROM roll_entries WHERE election_id = ? AND source = 'last_known')
     WHERE id = ?`,
    [election.id, election.id, election.id],
  )
  if (election.counted_at === null) return
  await db.query(
    `INSERT IGNORE INTO election_tiers (election_id, position, weight_units, voters)
     SELECT election_id, position, weight_units, COUNT(*) FROM current_votes
     WHERE election_id = ? GROUP BY election_id, position, weight_units`,
    [election.id],
  )
}
