import type { MigrationInterface, QueryRunner } from 'typeorm'

const key = 'BIGINT UNSIGNED'

/** The words by which messages are found (decision 74): a projection of the journal, read by the beginning of a word. */
export class MessageWords1700000000192 implements MigrationInterface {
  name = 'MessageWords1700000000192'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS message_words (
      conversation_id ${key} NOT NULL,
      word VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      number ${key} NOT NULL,
      PRIMARY KEY (conversation_id, word, number)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS message_words')
    await db.query(`DELETE FROM journal_projections WHERE name = 'message-words'`)
  }
}
