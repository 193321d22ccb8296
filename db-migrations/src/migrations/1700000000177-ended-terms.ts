import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * A term says how it ended and who ended it. Of older terms the rows tell what they can: one that ended with an election ended by
 * it, one whose holder left the nation at that moment ended by that, and every other one by a removal.
 */
export class EndedTerms1700000000177 implements MigrationInterface {
  name = 'EndedTerms1700000000177'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE terms
      ADD COLUMN ended_how VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
      ADD COLUMN ended_by BIGINT UNSIGNED NULL`)
    await db.query(`UPDATE terms t JOIN elections e ON e.ends_at = t.ended_at AND e.seated_at IS NOT NULL
      SET t.ended_how = 'election'`)
    await db.query(`UPDATE terms t JOIN citizens c ON c.id = t.citizen_id
      SET t.ended_how = 'left'
      WHERE t.ended_how IS NULL AND ABS(TIMESTAMPDIFF(SECOND, t.ended_at, c.left_at)) < 60`)
    await db.query(`UPDATE terms SET ended_how = 'removed' WHERE ended_how IS NULL AND ended_at IS NOT NULL`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE terms DROP COLUMN ended_by, DROP COLUMN ended_how')
  }
}
