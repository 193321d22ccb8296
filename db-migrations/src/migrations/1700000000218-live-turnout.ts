import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * The public turnout of an election that runs. Where voting goes on already, the next publication reads the ballots from the
 * first one on, and so finds everybody who voted before.
 */
export class LiveTurnout1700000000218 implements MigrationInterface {
  name = 'LiveTurnout1700000000218'

  async up(db: QueryRunner): Promise<void> {
    if (!(await db.hasColumn('tally_publications', 'voters'))) {
      await db.query(`ALTER TABLE tally_publications
        ADD COLUMN voters INT UNSIGNED NOT NULL DEFAULT 0,
        ADD COLUMN shown_voters INT UNSIGNED NOT NULL DEFAULT 0,
        ADD COLUMN eligible INT UNSIGNED NULL,
        ADD COLUMN eligible_at DATETIME(3) NULL`)
    }
    await db.query(`UPDATE tally_publications p JOIN elections e ON e.id = p.election_id
      SET p.ballots_from = COALESCE((SELECT MIN(b.id) FROM ballots b WHERE b.election_id = e.id), p.ballots_from)
      WHERE e.stage IN ('phase_one', 'phase_two')`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE tally_publications
      DROP COLUMN voters,
      DROP COLUMN shown_voters,
      DROP COLUMN eligible,
      DROP COLUMN eligible_at`)
  }
}
