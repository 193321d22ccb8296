import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Ending a session waits for no lock of its citizen. The index of the foreign key held `ended_at`, too: each change of that column
 * wrote a new entry of this index, and InnoDB then locks the row of the citizen, which any slow change of theirs may hold.
 */
export class SessionsEndAlone1700000000172 implements MigrationInterface {
  name = 'SessionsEndAlone1700000000172'

  up = (db: QueryRunner): Promise<void> => indexBy(db, 'citizen_id')

  down = (db: QueryRunner): Promise<void> => indexBy(db, 'citizen_id, ended_at')
}

async function indexBy(db: QueryRunner, columns: string): Promise<void> {
  await db.query('ALTER TABLE sessions DROP FOREIGN KEY fk_sessions_citizen')
  await db.query(`ALTER TABLE sessions DROP INDEX ix_sessions_citizen, ADD INDEX ix_sessions_citizen (${columns})`)
  await db.query(
    'ALTER TABLE sessions ADD CONSTRAINT fk_sessions_citizen FOREIGN KEY (citizen_id) REFERENCES citizens (id)',
  )
}
