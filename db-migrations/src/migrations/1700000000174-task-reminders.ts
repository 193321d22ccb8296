import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Which reminders of a task's due date were sent: each of them once for each date. */
export class TaskReminders1700000000174 implements MigrationInterface {
  name = 'TaskReminders1700000000174'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS task_reminders (
      task_id BIGINT UNSIGNED NOT NULL,
      due_at DATETIME(3) NOT NULL,
      kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      told_at DATETIME(3) NOT NULL,
      PRIMARY KEY (task_id, due_at, kind),
      CONSTRAINT fk_task_reminders_task FOREIGN KEY (task_id) REFERENCES tasks (id)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS task_reminders')
  }
}
