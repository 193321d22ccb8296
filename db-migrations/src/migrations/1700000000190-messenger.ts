import type { MigrationInterface, QueryRunner } from 'typeorm'

const uid = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin'
const key = 'BIGINT UNSIGNED'
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

const channels = ['citizens', 'admins', 'executives', 'government', 'admin-chat']

/**
 * The messenger. A conversation gives its messages numbers without holes: the number of the last one stands in its row, which
 * writers lock. A citizen's unread count is that number less their read marker; nothing is ever counted.
 */
export class Messenger1700000000190 implements MigrationInterface {
  name = 'Messenger1700000000190'

  async up(db: QueryRunner): Promise<void> {
    // A channel has a name; a direct conversation has two citizens, the one with the smaller key first.
    await db.query(`CREATE TABLE IF NOT EXISTS conversations (
      id ${key} NOT NULL AUTO_INCREMENT,
      uid ${uid} NOT NULL,
      channel VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
      low_id ${key} NULL,
      high_id ${key} NULL,
      started_by ${key} NULL,
      accepted_at DATETIME(3) NULL,
      last_number ${key} NOT NULL DEFAULT 0,
      last_at DATETIME(3) NULL,
      created_at DATETIME(3) NOT NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_conversations_uid (uid),
      UNIQUE KEY uq_conversations_channel (channel),
      UNIQUE KEY uq_conversations_pair (low_id, high_id),
      KEY ix_conversations_high (high_id),
      CONSTRAINT fk_conversations_low FOREIGN KEY (low_id) REFERENCES citizens (id),
      CONSTRAINT fk_conversations_high FOREIGN KEY (high_id) REFERENCES citizens (id)
    ) ${options}`)

    // Grows with what is said: narrow, without foreign keys. Its writers hold the locks of the rows that it names.
    // A sender's own id for a message makes a retry the same message. What is withheld was written to a citizen who blocks its
    // sender: it has its number, and that citizen never sees it.
    await db.query(`CREATE TABLE IF NOT EXISTS messages (
      conversation_id ${key} NOT NULL,
      number ${key} NOT NULL,
      uid ${uid} NOT NULL,
      sender_id ${key} NOT NULL,
      client_id ${uid} NULL,
      text VARCHAR(2000) NOT NULL,
      reply_to ${key} NULL,
      sent_at DATETIME(3) NOT NULL,
      edited_at DATETIME(3) NULL,
      deleted_at DATETIME(3) NULL,
      deleted_by ${key} NULL,
      withheld_from ${key} NULL,
      PRIMARY KEY (conversation_id, number),
      UNIQUE KEY uq_messages_uid (uid),
      UNIQUE KEY uq_messages_client (sender_id, client_id),
      KEY ix_messages_sender (sender_id, conversation_id, number),
      KEY ix_messages_sent (conversation_id, sent_at),
      KEY ix_messages_deleted_by (deleted_by)
    ) ${options}`)

    // Read markers. Of a direct conversation both have one from its beginning; \`last_at\` is then when something was last said.
    await db.query(`CREATE TABLE IF NOT EXISTS conversation_readers (
      citizen_id ${key} NOT NULL,
      conversation_id ${key} NOT NULL,
      read_number ${key} NOT NULL,
      last_at DATETIME(3) NULL,
      notice BOOLEAN NOT NULL DEFAULT TRUE,
      PRIMARY KEY (citizen_id, conversation_id),
      KEY ix_conversation_readers_last (citizen_id, last_at, conversation_id)
    ) ${options}`)

    for (const [place, channel] of channels.entries()) {
      await db.query(
        `INSERT IGNORE INTO conversations (uid, channel, created_at) VALUES (?, ?, '1970-01-01 00:00:00.000')`,
        [`00000000-0000-7000-8000-00000000000${place + 1}`, channel],
      )
    }
    // Erasures have a ninth step, for messages. Those that had come to their end by eight have none, and are at their end still.
    await db.query('UPDATE account_deletions SET step = 9 WHERE step = 8')
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('UPDATE account_deletions SET step = 8 WHERE step = 9')
    for (const table of ['conversation_readers', 'messages', 'conversations']) {
      await db.query(`DROP TABLE IF EXISTS ${table}`)
    }
  }
}
