import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Public counts know their election and position, and whether the candidacy stands: one index then holds the standings in
 * their order, and a page of candidates reads as many rows as it shows.
 */
export class Standings1700000000182 implements MigrationInterface {
  name = 'Standings1700000000182'

  async up(db: QueryRunner): Promise<void> {
    // One that was cut off is run again.
    const begun = await db.hasColumn('published_tallies', 'stands')
    if (!begun)
      await db.query(`ALTER TABLE published_tallies
      ADD COLUMN election_id BIGINT UNSIGNED NOT NULL DEFAULT 0,
      ADD COLUMN position TINYINT UNSIGNED NOT NULL DEFAULT 0,
      ADD COLUMN stands BOOLEAN NOT NULL DEFAULT TRUE`)
    await db.query(`UPDATE published_tallies p JOIN candidacies c ON c.id = p.candidacy_id
      SET p.election_id = c.election_id, p.position = c.position, p.stands = c.status <> 'withdrawn'`)
    await db.query(`ALTER TABLE published_tallies
      MODIFY election_id BIGINT UNSIGNED NOT NULL,
      MODIFY position TINYINT UNSIGNED NOT NULL,
      ADD KEY ix_published_tallies_all (election_id, stands, weight_units DESC, supporters DESC, candidacy_id),
      ADD KEY ix_published_tallies_position
        (election_id, position, stands, weight_units DESC, supporters DESC, candidacy_id)`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE published_tallies
      DROP KEY ix_published_tallies_position,
      DROP KEY ix_published_tallies_all,
      DROP COLUMN stands,
      DROP COLUMN position,
      DROP COLUMN election_id`)
  }
}
