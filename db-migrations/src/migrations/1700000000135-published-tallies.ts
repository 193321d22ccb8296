import type { MigrationInterface, QueryRunner } from 'typeorm'

const key = 'BIGINT UNSIGNED'
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/**
 * What everybody may see of the counters stands in a table of its own, which changes for all candidates of an election
 * together. The exact counters stay where they are. Counters that were public until now are published as they are.
 */
export class PublishedTallies1700000000135 implements MigrationInterface {
  name = 'PublishedTallies1700000000135'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS published_tallies (
      candidacy_id ${key} NOT NULL,
      weight_units ${key} NOT NULL,
      supporters INT UNSIGNED NOT NULL,
      casts INT UNSIGNED NOT NULL,
      PRIMARY KEY (candidacy_id),
      CONSTRAINT fk_published_tallies_candidacy FOREIGN KEY (candidacy_id) REFERENCES candidacies (id)
    ) ${options}`)
    await db.query(`CREATE TABLE IF NOT EXISTS tally_publications (
      election_id ${key} NOT NULL,
      as_of DATETIME(3) NOT NULL,
      ballots_from ${key} NOT NULL,
      PRIMARY KEY (election_id),
      CONSTRAINT fk_tally_publications_election FOREIGN KEY (election_id) REFERENCES elections (id)
    ) ${options}`)
    await db.query(`INSERT IGNORE INTO published_tallies (candidacy_id, weight_units, supporters, casts)
      SELECT candidacy_id, weight_units, supporters, casts FROM tallies`)
    // Every vote that was cast so far is in them. No vote was cast before the opening.
    await db.query(`INSERT IGNORE INTO tally_publications (election_id, as_of, ballots_from)
      SELECT e.id, COALESCE(MAX(v.voted_at) + INTERVAL 1000 MICROSECOND, e.starts_at), 0
      FROM elections e LEFT JOIN current_votes v ON v.election_id = e.id GROUP BY e.id, e.starts_at`)
    await db.query(`UPDATE tally_publications SET ballots_from = (SELECT COALESCE(MAX(id), 0) FROM ballots)`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS tally_publications')
    await db.query('DROP TABLE IF EXISTS published_tallies')
  }
}
