import type { MigrationInterface, QueryRunner } from 'typeorm'

const uid = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin'

/** Facts of the journal that say who a citizen is. Everything else in it speaks of public ids alone. */
const tellingFacts = 'username displayName handle walletAddress wallet before address portrait name'
  .split(' ')
  .map((fact) => `'$.${fact}'`)
  .join(', ')

/**
 * The account that serves may add to the journal and read it, nothing else. Its two lawful changes are procedures that run
 * with the rights of the account that migrates: each can do one thing, whatever it is called with.
 */
export class ServingAccount1700000000150 implements MigrationInterface {
  name = 'ServingAccount1700000000150'

  async up(db: QueryRunner): Promise<void> {
    await this.down(db)
    // Takes [[id, number], ...]. A number is given once: an entry that has one keeps it. Entries are looked up one by one, by
    // their id: anything else would wait for entries that are not committed yet.
    await db.query(`CREATE PROCEDURE journal_number(IN given LONGTEXT CHARACTER SET utf8mb4)
      SQL SECURITY DEFINER MODIFIES SQL DATA
      UPDATE JSON_TABLE(given, '$[*]' COLUMNS (
        id BIGINT UNSIGNED PATH '$[0]', seq BIGINT UNSIGNED PATH '$[1]'
      )) AS numbers STRAIGHT_JOIN journal FORCE INDEX (PRIMARY) ON journal.id = numbers.id
      SET journal.seq = numbers.seq WHERE journal.seq IS NULL`)
    // Takes the public id of a citizen who left, or of a candidacy of theirs. Of other entries it changes nothing.
    await db.query(`CREATE PROCEDURE journal_forget(IN about ${uid})
      SQL SECURITY DEFINER MODIFIES SQL DATA
      BEGIN
        DECLARE gone TINYINT DEFAULT 0;
        SELECT EXISTS (SELECT 1 FROM citizens WHERE uid = about AND left_at IS NOT NULL)
          OR EXISTS (SELECT 1 FROM candidacies JOIN citizens ON citizens.id = candidacies.citizen_id
            WHERE candidacies.uid = about AND citizens.left_at IS NOT NULL) INTO gone;
        IF gone THEN
          UPDATE journal SET facts = JSON_REMOVE(facts, ${tellingFacts}) WHERE subject = about;
        END IF;
      END`)
    // Entries about a panel account that was revoked by command say its name alone, and not whose it was.
    await db.query(`CREATE PROCEDURE journal_forget_account(IN account BIGINT UNSIGNED)
      SQL SECURITY DEFINER MODIFIES SQL DATA
      BEGIN
        DECLARE gone VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL;
        SELECT MAX(panel_accounts.username) INTO gone FROM panel_accounts
          JOIN citizens ON citizens.id = panel_accounts.citizen_id
          WHERE panel_accounts.id = account AND citizens.left_at IS NOT NULL;
        IF gone IS NOT NULL THEN
          UPDATE journal SET facts = JSON_REMOVE(facts, '$.username')
            WHERE kind = 'admin.account-revoked' AND JSON_UNQUOTE(JSON_EXTRACT(facts, '$.username')) = gone;
        END IF;
      END`)
  }

  async down(db: QueryRunner): Promise<void> {
    for (const procedure of ['journal_number', 'journal_forget', 'journal_forget_account']) {
      await db.query(`DROP PROCEDURE IF EXISTS ${procedure}`)
    }
  }
}
