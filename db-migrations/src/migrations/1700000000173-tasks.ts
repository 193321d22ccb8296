import type { MigrationInterface, QueryRunner } from 'typeorm'

const uid = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin'
const word = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`
const key = 'BIGINT UNSIGNED'
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/** Tasks of the government, the responses to them, and whose tasks they are. One that was deleted keeps its rows. */
export class Tasks1700000000173 implements MigrationInterface {
  name = 'Tasks1700000000173'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS tasks (
      id ${key} NOT NULL AUTO_INCREMENT,
      uid ${uid} NOT NULL,
      title VARCHAR(200) NOT NULL,
      description TEXT NOT NULL,
      priority ${word(16)} NOT NULL,
      assigned_to ${word(32)} NOT NULL,
      status ${word(16)} NOT NULL,
      due_at DATETIME(3) NULL,
      remind_at DATETIME(3) NULL,
      response_count INT UNSIGNED NOT NULL,
      created_by ${key} NOT NULL,
      created_by_role ${word(32)} NOT NULL,
      created_at DATETIME(3) NOT NULL,
      updated_at DATETIME(3) NOT NULL,
      completed_by ${key} NULL,
      completed_at DATETIME(3) NULL,
      deleted_by ${key} NULL,
      deleted_at DATETIME(3) NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_tasks_uid (uid),
      KEY ix_tasks_status (status, id),
      KEY ix_tasks_priority (priority, status, id),
      KEY ix_tasks_assigned (assigned_to, status, priority, id),
      KEY ix_tasks_due (status, due_at, id),
      KEY ix_tasks_remind (remind_at, id),
      KEY ix_tasks_created_by (created_by, id),
      KEY ix_tasks_completed_by (completed_by),
      KEY ix_tasks_deleted_by (deleted_by),
      CONSTRAINT fk_tasks_created_by FOREIGN KEY (created_by) REFERENCES citizens (id),
      CONSTRAINT fk_tasks_completed_by FOREIGN KEY (completed_by) REFERENCES citizens (id),
      CONSTRAINT fk_tasks_deleted_by FOREIGN KEY (deleted_by) REFERENCES citizens (id)
    ) ${options}`)
    await db.query(`CREATE TABLE IF NOT EXISTS task_responses (
      id ${key} NOT NULL AUTO_INCREMENT,
      uid ${uid} NOT NULL,
      task_id ${key} NOT NULL,
      place INT UNSIGNED NOT NULL,
      citizen_id ${key} NOT NULL,
      citizen_role ${word(32)} NOT NULL,
      answer TEXT NOT NULL,
      images JSON NOT NULL,
      submitted_at DATETIME(3) NOT NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_task_responses_uid (uid),
      UNIQUE KEY uq_task_responses_place (task_id, place),
      KEY ix_task_responses_citizen (citizen_id, id),
      CONSTRAINT fk_task_responses_task FOREIGN KEY (task_id) REFERENCES tasks (id),
      CONSTRAINT fk_task_responses_citizen FOREIGN KEY (citizen_id) REFERENCES citizens (id)
    ) ${options}`)
    await db.query(`CREATE TABLE IF NOT EXISTS task_people (
      citizen_id ${key} NOT NULL,
      task_id ${key} NOT NULL,
      PRIMARY KEY (citizen_id, task_id),
      KEY ix_task_people_task (task_id),
      CONSTRAINT fk_task_people_citizen FOREIGN KEY (citizen_id) REFERENCES citizens (id),
      CONSTRAINT fk_task_people_task FOREIGN KEY (task_id) REFERENCES tasks (id)
    ) ${options}`)
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of ['task_people', 'task_responses', 'tasks']) await db.query(`DROP TABLE IF EXISTS ${table}`)
  }
}
