import type { MigrationInterface, QueryRunner } from 'typeorm'

const key = 'BIGINT UNSIGNED'
const word = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'
const flags = ['has_images', 'has_mentions', 'has_reactions']

/** Messages have images, mentions and reactions. A message says which of them it has, so that most pages look for none. */
export class MessageContent1700000000191 implements MigrationInterface {
  name = 'MessageContent1700000000191'

  async up(db: QueryRunner): Promise<void> {
    const columns = flags.map((name) => `ADD COLUMN ${name} BOOLEAN NOT NULL DEFAULT FALSE`)
    // One that was cut off is run again.
    const begun = await db.hasColumn('messages', 'has_images')
    if (!begun) await db.query(`ALTER TABLE messages ${columns.join(', ')}`)

    // Found by name, too: an upload stays as long as a message shows it.
    await db.query(`CREATE TABLE IF NOT EXISTS message_images (
      conversation_id ${key} NOT NULL,
      number ${key} NOT NULL,
      place TINYINT UNSIGNED NOT NULL,
      name ${word(80)} NOT NULL,
      width INT UNSIGNED NOT NULL,
      height INT UNSIGNED NOT NULL,
      PRIMARY KEY (conversation_id, number, place),
      KEY ix_message_images_name (name)
    ) ${options}`)

    // In the order in which unread mentions are counted: a range of the primary key behind the read marker.
    await db.query(`CREATE TABLE IF NOT EXISTS message_mentions (
      citizen_id ${key} NOT NULL,
      conversation_id ${key} NOT NULL,
      number ${key} NOT NULL,
      PRIMARY KEY (citizen_id, conversation_id, number),
      KEY ix_message_mentions_message (conversation_id, number)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS message_reactions (
      conversation_id ${key} NOT NULL,
      number ${key} NOT NULL,
      citizen_id ${key} NOT NULL,
      reaction ${word(16)} NOT NULL,
      reacted_at DATETIME(3) NOT NULL,
      PRIMARY KEY (conversation_id, number, citizen_id, reaction),
      KEY ix_message_reactions_citizen (citizen_id, conversation_id, number)
    ) ${options}`)

    // How many gave each reaction; changed with the message's row locked.
    await db.query(`CREATE TABLE IF NOT EXISTS message_reaction_counts (
      conversation_id ${key} NOT NULL,
      number ${key} NOT NULL,
      reaction ${word(16)} NOT NULL,
      count INT UNSIGNED NOT NULL,
      PRIMARY KEY (conversation_id, number, reaction)
    ) ${options}`)
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of ['message_reaction_counts', 'message_reactions', 'message_mentions', 'message_images']) {
      await db.query(`DROP TABLE IF EXISTS ${table}`)
    }
    await db.query(`ALTER TABLE messages ${flags.map((name) => `DROP COLUMN ${name}`).join(', ')}`)
  }
}
