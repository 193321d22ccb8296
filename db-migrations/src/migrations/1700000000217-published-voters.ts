import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Who is in the public number of voters of an election that runs: a row for each, so that no voter is counted twice. */
export class PublishedVoters1700000000217 implements MigrationInterface {
  name = 'PublishedVoters1700000000217'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS published_voters (
      election_id BIGINT UNSIGNED NOT NULL,
      citizen_id BIGINT UNSIGNED NOT NULL,
      PRIMARY KEY (election_id, citizen_id)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS published_voters')
  }
}
