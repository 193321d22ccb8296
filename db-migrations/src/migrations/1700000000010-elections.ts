import type { MigrationInterface, QueryRunner } from 'typeorm'

const uid = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin'
const word = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`
const key = 'BIGINT UNSIGNED'
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/**
 * Elections from the candidacy to the seat. What must happen once is a unique key here. The tables that grow with votes
 * (ballots, current_votes, roll_entries) are narrow, keyed by integers, and carry no foreign keys: their writers
 * hold the locks of the rows that they name.
 */
export class Elections1700000000010 implements MigrationInterface {
  name = 'Elections1700000000010'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS election_calendar (
      id TINYINT UNSIGNED NOT NULL,
      PRIMARY KEY (id)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS elections (
      id ${key} NOT NULL AUTO_INCREMENT,
      uid ${uid} NOT NULL,
      starts_at DATETIME(3) NOT NULL,
      phase_two_at DATETIME(3) NOT NULL,
      ends_at DATETIME(3) NOT NULL,
      stage ${word(16)} NOT NULL,
      created_by ${key} NULL,
      created_at DATETIME(3) NOT NULL,
      opened_at DATETIME(3) NULL,
      phase_one_closed_at DATETIME(3) NULL,
      counted_at DATETIME(3) NULL,
      seated_at DATETIME(3) NULL,
      completed_at DATETIME(3) NULL,
      recount_failed_at DATETIME(3) NULL,
      voters INT UNSIGNED NULL,
      eligible_voters INT UNSIGNED NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_elections_uid (uid),
      UNIQUE KEY uq_elections_starts_at (starts_at),
      KEY ix_elections_ends_at (ends_at),
      KEY ix_elections_stage (stage, starts_at),
      CONSTRAINT fk_elections_created_by FOREIGN KEY (created_by) REFERENCES citizens (id)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS candidacies (
      id ${key} NOT NULL AUTO_INCREMENT,
      uid ${uid} NOT NULL,
      election_id ${key} NOT NULL,
      position TINYINT UNSIGNED NOT NULL,
      citizen_id ${key} NOT NULL,
      active_citizen_id ${key} NULL,
      status ${word(16)} NOT NULL,
      display_name VARCHAR(60) NOT NULL,
      title VARCHAR(80) NULL,
      bio TEXT NOT NULL,
      campaign_slogan VARCHAR(100) NOT NULL,
      vision TEXT NOT NULL,
      why_vote_for_me TEXT NOT NULL,
      goals JSON NOT NULL,
      promises JSON NOT NULL,
      experience TEXT NULL,
      policies TEXT NULL,
      qualifications TEXT NULL,
      twitter VARCHAR(40) NULL,
      discord VARCHAR(40) NULL,
      website VARCHAR(500) NULL,
      profile_picture VARCHAR(500) NULL,
      banner_image VARCHAR(500) NULL,
      attachments JSON NOT NULL,
      stood_at DATETIME(3) NOT NULL,
      updated_at DATETIME(3) NOT NULL,
      ended_at DATETIME(3) NULL,
      final_weight_units ${key} NULL,
      final_supporters INT UNSIGNED NULL,
      final_rank INT UNSIGNED NULL,
      won BOOLEAN NOT NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_candidacies_uid (uid),
      UNIQUE KEY uq_candidacies_active_citizen (active_citizen_id),
      KEY ix_candidacies_election (election_id, status, position),
      KEY ix_candidacies_citizen (citizen_id, stood_at),
      CONSTRAINT fk_candidacies_election FOREIGN KEY (election_id) REFERENCES elections (id),
      CONSTRAINT fk_candidacies_citizen FOREIGN KEY (citizen_id) REFERENCES citizens (id)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS tallies (
      candidacy_id ${key} NOT NULL,
      weight_units ${key} NOT NULL,
      supporters INT UNSIGNED NOT NULL,
      casts INT UNSIGNED NOT NULL,
      PRIMARY KEY (candidacy_id),
      CONSTRAINT fk_tallies_candidacy FOREIGN KEY (candidacy_id) REFERENCES candidacies (id)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS roll_entries (
      election_id ${key} NOT NULL,
      citizen_id ${key} NOT NULL,
      wallet_address ${word(64)} NOT NULL,
      balance ${key} NOT NULL,
      weight_units TINYINT UNSIGNED NOT NULL,
      source ${word(16)} NOT NULL,
      taken_at DATETIME(3) NOT NULL,
      slot ${key} NULL,
      PRIMARY KEY (election_id, citizen_id),
      UNIQUE KEY uq_roll_entries_wallet (election_id, wallet_address)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS ballots (
      id ${key} NOT NULL AUTO_INCREMENT,
      election_id ${key} NOT NULL,
      position TINYINT UNSIGNED NOT NULL,
      citizen_id ${key} NOT NULL,
      candidacy_id ${key} NOT NULL,
      previous_candidacy_id ${key} NULL,
      weight_units TINYINT UNSIGNED NOT NULL,
      cast_at DATETIME(3) NOT NULL,
      PRIMARY KEY (id),
      KEY ix_ballots_voter (election_id, position, citizen_id)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS current_votes (
      election_id ${key} NOT NULL,
      position TINYINT UNSIGNED NOT NULL,
      citizen_id ${key} NOT NULL,
      candidacy_id ${key} NOT NULL,
      weight_units TINYINT UNSIGNED NOT NULL,
      voted_at DATETIME(3) NOT NULL,
      PRIMARY KEY (election_id, position, citizen_id),
      KEY ix_current_votes_count (election_id, position, candidacy_id, weight_units)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS election_results (
      election_id ${key} NOT NULL,
      position TINYINT UNSIGNED NOT NULL,
      winner_candidacy_id ${key} NULL,
      rule ${word(16)} NOT NULL,
      candidates INT UNSIGNED NOT NULL,
      voters INT UNSIGNED NOT NULL,
      weight_units ${key} NOT NULL,
      decided_at DATETIME(3) NOT NULL,
      PRIMARY KEY (election_id, position),
      CONSTRAINT fk_election_results_election FOREIGN KEY (election_id) REFERENCES elections (id),
      CONSTRAINT fk_election_results_winner FOREIGN KEY (winner_candidacy_id) REFERENCES candidacies (id)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS terms (
      id ${key} NOT NULL AUTO_INCREMENT,
      office ${word(32)} NOT NULL,
      citizen_id ${key} NOT NULL,
      election_id ${key} NULL,
      candidacy_id ${key} NULL,
      how ${word(16)} NOT NULL,
      appointed_by ${key} NULL,
      started_at DATETIME(3) NOT NULL,
      ended_at DATETIME(3) NULL,
      active_office ${word(32)} NULL,
      active_citizen_id ${key} NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_terms_election_office (election_id, office),
      UNIQUE KEY uq_terms_active_office (active_office),
      UNIQUE KEY uq_terms_active_citizen (active_citizen_id),
      KEY ix_terms_office (office, started_at),
      KEY ix_terms_citizen (citizen_id, started_at),
      CONSTRAINT fk_terms_citizen FOREIGN KEY (citizen_id) REFERENCES citizens (id),
      CONSTRAINT fk_terms_election FOREIGN KEY (election_id) REFERENCES elections (id),
      CONSTRAINT fk_terms_candidacy FOREIGN KEY (candidacy_id) REFERENCES candidacies (id)
    ) ${options}`)
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of [
      'terms',
      'election_results',
      'current_votes',
      'ballots',
      'roll_entries',
      'tallies',
      'candidacies',
      'elections',
      'election_calendar',
    ]) {
      await db.query(`DROP TABLE IF EXISTS ${table}`)
    }
  }
}
