import type { MigrationInterface, QueryRunner } from 'typeorm'
import { JournalRules1700000000170 } from './1700000000170-journal-rules'

const uid = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin'

/** Tables whose rows belong to the citizen who made them. A reason for deleting such a row goes when that citizen leaves. */
const made = ['polls', 'interviews', 'broadcasts', 'tasks'] as const

/**
 * Erasure also takes away what the journal tells of things that a citizen made: the reasons for their deletion (decision 68), an
 * eighth step. The gazette is read again, because it no longer quotes messages that were taken down (decision 63). Overdue tasks of an
 * office or a priority have indexes in the order of their due dates.
 */
export class ReasonsForgotten1700000000187 implements MigrationInterface {
  name = 'ReasonsForgotten1700000000187'

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP PROCEDURE IF EXISTS journal_forget')
    await createForget(db)
    await forgetReasons(db)
    await db.query('UPDATE account_deletions SET step = 8 WHERE step = 7')
    await db.query(`UPDATE journal_projections SET seq = 0
      WHERE name = 'gazette' AND EXISTS (SELECT 1 FROM broadcasts WHERE archived_at IS NOT NULL)`)
    await db.query(`ALTER TABLE tasks
      ADD KEY ix_tasks_assigned_due (assigned_to, status, priority, due_at, id),
      ADD KEY ix_tasks_priority_due (priority, status, due_at, id)`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE tasks DROP KEY ix_tasks_priority_due, DROP KEY ix_tasks_assigned_due')
    await db.query('UPDATE account_deletions SET step = 7 WHERE step = 8')
    await new JournalRules1700000000170().up(db)
  }
}

/** As before; it also takes the public id of something that a citizen made who left. */
function createForget(db: QueryRunner): Promise<unknown> {
  const madeBy = made.map(
    (table) => `OR EXISTS (SELECT 1 FROM ${table} JOIN citizens ON citizens.id = ${table}.created_by
          WHERE ${table}.uid = about AND citizens.left_at IS NOT NULL)`,
  )
  return db.query(`CREATE PROCEDURE journal_forget(IN about ${uid})
    SQL SECURITY DEFINER MODIFIES SQL DATA
    BEGIN
      DECLARE gone TINYINT DEFAULT 0;
      DECLARE n INT DEFAULT 0;
      DECLARE places INT DEFAULT 0;
      SELECT EXISTS (SELECT 1 FROM citizens WHERE uid = about AND left_at IS NOT NULL)
        OR EXISTS (SELECT 1 FROM candidacies JOIN citizens ON citizens.id = candidacies.citizen_id
          WHERE candidacies.uid = about AND citizens.left_at IS NOT NULL)
        ${madeBy.join('\n        ')} INTO gone;
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

/** Of citizens who left before: their erasure is over, or past the step of candidacies. */
async function forgetReasons(db: QueryRunner): Promise<void> {
  const owners = [...made.map((table) => [table, 'created_by']), ['candidacies', 'citizen_id']]
  for (const [table, owner] of owners) {
    await db.query(`UPDATE journal j JOIN ${table} t ON t.uid = j.subject JOIN citizens c ON c.id = t.${owner}
      SET j.facts = JSON_REMOVE(j.facts, '$.reason') WHERE j.kind = 'admin.deleted' AND c.left_at IS NOT NULL`)
  }
}
