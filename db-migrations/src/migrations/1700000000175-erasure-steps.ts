import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Erasures have a seventh step, for responses to tasks. Those that had come to their end by six have no such responses, and are
 * at their end still.
 */
export class ErasureSteps1700000000175 implements MigrationInterface {
  name = 'ErasureSteps1700000000175'

  async up(db: QueryRunner): Promise<void> {
    await db.query('UPDATE account_deletions SET step = 7 WHERE step = 6')
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('UPDATE account_deletions SET step = 6 WHERE step = 7')
  }
}
