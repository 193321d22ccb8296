import type { MigrationInterface, QueryRunner } from 'typeorm'

const uid = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin'
const key = 'BIGINT UNSIGNED'
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/** Interviews, their questions, and one response of each citizen to each. One that was deleted keeps its rows. */
export class Interviews1700000000070 implements MigrationInterface {
  name = 'Interviews1700000000070'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS interviews (
      id ${key} NOT NULL AUTO_INCREMENT,
      uid ${uid} NOT NULL,
      title VARCHAR(120) NOT NULL,
      description TEXT NOT NULL,
      is_active BOOLEAN NOT NULL,
      opened_at DATETIME(3) NULL,
      created_by ${key} NOT NULL,
      created_at DATETIME(3) NOT NULL,
      updated_at DATETIME(3) NOT NULL,
      archived_by ${key} NULL,
      archived_at DATETIME(3) NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_interviews_uid (uid),
      KEY ix_interviews_active (is_active, archived_at, id),
      KEY ix_interviews_archived (archived_at, id),
      KEY ix_interviews_created_by (created_by),
      KEY ix_interviews_archived_by (archived_by),
      CONSTRAINT fk_interviews_created_by FOREIGN KEY (created_by) REFERENCES citizens (id),
      CONSTRAINT fk_interviews_archived_by FOREIGN KEY (archived_by) REFERENCES citizens (id)
    ) ${options}`)
    await db.query(`CREATE TABLE IF NOT EXISTS interview_questions (
      id ${key} NOT NULL AUTO_INCREMENT,
      uid ${uid} NOT NULL,
      interview_id ${key} NOT NULL,
      place SMALLINT UNSIGNED NOT NULL,
      question VARCHAR(500) NOT NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_interview_questions_uid (uid),
      UNIQUE KEY uq_interview_questions_place (interview_id, place),
      CONSTRAINT fk_interview_questions_interview FOREIGN KEY (interview_id) REFERENCES interviews (id)
    ) ${options}`)
    await db.query(`CREATE TABLE IF NOT EXISTS interview_responses (
      id ${key} NOT NULL AUTO_INCREMENT,
      uid ${uid} NOT NULL,
      interview_id ${key} NOT NULL,
      citizen_id ${key} NOT NULL,
      submitted_at DATETIME(3) NOT NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_interview_responses_uid (uid),
      UNIQUE KEY uq_interview_responses_once (interview_id, citizen_id),
      KEY ix_interview_responses_list (interview_id, id),
      KEY ix_interview_responses_own (citizen_id, id),
      CONSTRAINT fk_interview_responses_interview FOREIGN KEY (interview_id) REFERENCES interviews (id),
      CONSTRAINT fk_interview_responses_citizen FOREIGN KEY (citizen_id) REFERENCES citizens (id)
    ) ${options}`)
    await db.query(`CREATE TABLE IF NOT EXISTS interview_answers (
      response_id ${key} NOT NULL,
      question_id ${key} NOT NULL,
      answer TEXT NOT NULL,
      PRIMARY KEY (response_id, question_id),
      KEY ix_interview_answers_question (question_id),
      CONSTRAINT fk_interview_answers_response FOREIGN KEY (response_id) REFERENCES interview_responses (id),
      CONSTRAINT fk_interview_answers_question FOREIGN KEY (question_id) REFERENCES interview_questions (id)
    ) ${options}`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS interview_answers')
    await db.query('DROP TABLE IF EXISTS interview_responses')
    await db.query('DROP TABLE IF EXISTS interview_questions')
    await db.query('DROP TABLE IF EXISTS interviews')
  }
}
