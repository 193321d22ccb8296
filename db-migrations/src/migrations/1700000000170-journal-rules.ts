import type { MigrationInterface, QueryRunner } from 'typeorm'
import { ServingAccount1700000000150 } from './1700000000150-serving-account'

const uid = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin'
const kind = 'VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin'
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/**
 * The rules of events, where the database's own procedures find them: which facts say who a citizen is, and how long an entry
 * is stored. `migrate` writes them from the declarations each time; the account that serves may only read them, so it cannot
 * make the procedures take away more.
 */
export class JournalRules1700000000170 implements MigrationInterface {
  name = 'JournalRules1700000000170'

  async up(db: QueryRunner): Promise<void> {
    await dropProcedures(db)
    await db.query(`CREATE TABLE IF NOT EXISTS journal_kinds (
      kind ${kind} NOT NULL,
      keep_days SMALLINT UNSIGNED NULL,
      PRIMARY KEY (kind)
    ) ${options}`)
    await db.query(`CREATE TABLE IF NOT EXISTS journal_personal (
      kind ${kind} NOT NULL,
      place TINYINT UNSIGNED NOT NULL,
      path VARCHAR(128) NOT NULL,
      PRIMARY KEY (kind, place)
    ) ${options}`)
    await createForget(db)
    await createPrune(db)
  }

  async down(db: QueryRunner): Promise<void> {
    await dropProcedures(db)
    await db.query('DROP TABLE IF EXISTS journal_personal')
    await db.query('DROP TABLE IF EXISTS journal_kinds')
    await new ServingAccount1700000000150().up(db)
  }
}

async function dropProcedures(db: QueryRunner): Promise<void> {
  for (const procedure of ['journal_forget', 'journal_forget_account', 'journal_prune']) {
    await db.query(`DROP PROCEDURE IF EXISTS ${procedure}`)
  }
}

/**
 * Takes the public id of a citizen who left, or of a candidacy of theirs. Of other entries it changes nothing. What
 * an entry of an undeclared kind (of another version) says is not known: all of it is taken.
 */
function createForget(db: QueryRunner): Promise<unknown> {
  return db.query(`CREATE PROCEDURE journal_forget(IN about ${uid})
    SQL SECURITY DEFINER MODIFIES SQL DATA
    BEGIN
      DECLARE gone TINYINT DEFAULT 0;
      DECLARE n INT DEFAULT 0;
      DECLARE places INT DEFAULT 0;
      SELECT EXISTS (SELECT 1 FROM citizens WHERE uid = about AND left_at IS NOT NULL)
        OR EXISTS (SELECT 1 FROM candidacies JOIN citizens ON citizens.id = candidacies.citizen_id
          WHERE candidacies.uid = about AND citizens.left_at IS NOT NULL) INTO gone;
      IF gone AND NOT EXISTS (SELECT 1 FROM journal_kinds) THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'The rules of events are not there: run migrate.';
      END IF;
      IF gone THEN
        SELECT COALESCE(MAX(place) + 1, 0) INTO places FROM journal_personal;
        WHILE n < places DO
          UPDATE journal STRAIGHT_JOIN journal_personal p ON p.kind = journal.kind AND p.place = n
            SET journal.facts = JSON_REMOVE(journal.facts, p.path) WHERE journal.subject = about;
          SET n = n + 1;
        END WHILE;
        UPDATE journal SET facts = '{}'
          WHERE subject = about AND NOT EXISTS (SELECT 1 FROM journal_kinds k WHERE k.kind = journal.kind);
      END IF;
    END`)
}

/**
 * Removes at most so many entries of a kind that are older than its days, the oldest first, and answers how many. Age is
 * counted from the newest entry: whatever it is called with, it removes nothing younger, and nothing of a kind that stays.
 */
function createPrune(db: QueryRunner): Promise<unknown> {
  return db.query(`CREATE PROCEDURE journal_prune(IN chosen ${kind}, IN most INT UNSIGNED)
    SQL SECURITY DEFINER MODIFIES SQL DATA
    BEGIN
      DECLARE days INT DEFAULT NULL;
      DECLARE newest DATETIME(3) DEFAULT NULL;
      DECLARE last_old BIGINT UNSIGNED DEFAULT NULL;
      SET days = (SELECT keep_days FROM journal_kinds WHERE journal_kinds.kind = chosen);
      SET newest = (SELECT journal.at FROM journal_head JOIN journal ON journal.seq = journal_head.seq WHERE journal_head.id = 1);
      IF days IS NOT NULL AND newest IS NOT NULL THEN
        SET last_old = (SELECT journal.seq FROM journal WHERE journal.at < newest - INTERVAL days DAY AND journal.seq IS NOT NULL
          ORDER BY journal.at DESC, journal.id DESC LIMIT 1);
        DELETE FROM journal WHERE journal.kind = chosen AND journal.seq <= last_old ORDER BY journal.seq LIMIT most;
        SELECT ROW_COUNT() AS gone;
      ELSE
        SELECT 0 AS gone;
      END IF;
    END`)
}
