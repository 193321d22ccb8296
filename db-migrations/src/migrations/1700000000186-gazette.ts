import type { MigrationInterface, QueryRunner } from 'typeorm'

const key = 'BIGINT UNSIGNED'
const code = 'TINYINT UNSIGNED'
const word = 'VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/** The gazette: a projection of the journal with numbers of its own, and the keys by which entries are found (decision 71). */
export class Gazette1700000000186 implements MigrationInterface {
  name = 'Gazette1700000000186'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS journal_projections (
      name VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      seq ${key} NOT NULL,
      PRIMARY KEY (name)
    ) ${options}`)
    await db.query(`CREATE TABLE IF NOT EXISTS gazette_entries (
      number ${key} NOT NULL,
      seq ${key} NOT NULL,
      subject CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
      PRIMARY KEY (number),
      UNIQUE KEY uq_gazette_entries_seq (seq),
      KEY ix_gazette_entries_subject (subject, number)
    ) ${options}`)
    // A line for each question: a kind, an office and a person, each of them or 0 for any.
    await db.query(`CREATE TABLE IF NOT EXISTS gazette_facets (
      kind ${code} NOT NULL,
      office ${code} NOT NULL,
      person ${key} NOT NULL,
      number ${key} NOT NULL,
      PRIMARY KEY (kind, office, person, number),
      KEY ix_gazette_facets_number (number)
    ) ${options}`)
    await db.query(`CREATE TABLE IF NOT EXISTS gazette_words (
      word ${word} NOT NULL,
      number ${key} NOT NULL,
      PRIMARY KEY (word, number),
      KEY ix_gazette_words_number (number)
    ) ${options}`)
    // Each word once: of texts (person 0), or of the name of a citizen whom entries name.
    await db.query(`CREATE TABLE IF NOT EXISTS gazette_terms (
      word ${word} NOT NULL,
      person ${key} NOT NULL,
      PRIMARY KEY (word, person),
      KEY ix_gazette_terms_person (person)
    ) ${options}`)
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of ['terms', 'words', 'facets', 'entries']) await db.query(`DROP TABLE IF EXISTS gazette_${table}`)
    await db.query('DROP TABLE IF EXISTS journal_projections')
  }
}
