import type { MigrationInterface, QueryRunner } from 'typeorm'

const uid = 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin'
const key = 'BIGINT UNSIGNED'
const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/** Blocks, mutes and reports of the messenger. */
export class MessengerSafety1700000000193 implements MigrationInterface {
  name = 'MessengerSafety1700000000193'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS citizen_blocks (
      blocker_id ${key} NOT NULL,
      blocked_id ${key} NOT NULL,
      created_at DATETIME(3) NOT NULL,
      PRIMARY KEY (blocker_id, blocked_id),
      KEY ix_citizen_blocks_blocked (blocked_id),
      CONSTRAINT fk_citizen_blocks_blocker FOREIGN KEY (blocker_id) REFERENCES citizens (id),
      CONSTRAINT fk_citizen_blocks_blocked FOREIGN KEY (blocked_id) REFERENCES citizens (id)
    ) ${options}`)

    // The mute that is in force or was the last one; the journal tells of the earlier ones.
    await db.query(`CREATE TABLE IF NOT EXISTS citizen_mutes (
      citizen_id ${key} NOT NULL,
      until_at DATETIME(3) NOT NULL,
      reason VARCHAR(300) NOT NULL,
      muted_by ${key} NULL,
      created_at DATETIME(3) NOT NULL,
      PRIMARY KEY (citizen_id),
      KEY ix_citizen_mutes_by (muted_by),
      CONSTRAINT fk_citizen_mutes_citizen FOREIGN KEY (citizen_id) REFERENCES citizens (id)
    ) ${options}`)

    await db.query(`CREATE TABLE IF NOT EXISTS message_reports (
      id ${key} NOT NULL AUTO_INCREMENT,
      uid ${uid} NOT NULL,
      conversation_id ${key} NOT NULL,
      number ${key} NOT NULL,
      reported_id ${key} NOT NULL,
      reporter_id ${key} NOT NULL,
      reason VARCHAR(300) NOT NULL,
      created_at DATETIME(3) NOT NULL,
      resolved_at DATETIME(3) NULL,
      resolved_by ${key} NULL,
      resolution VARCHAR(500) NULL,
      PRIMARY KEY (id),
      UNIQUE KEY uq_message_reports_uid (uid),
      UNIQUE KEY uq_message_reports_message (reporter_id, conversation_id, number),
      KEY ix_message_reports_resolved (resolved_at, id),
      KEY ix_message_reports_reported (reported_id),
      KEY ix_message_reports_resolver (resolved_by)
    ) ${options}`)

    // The evidence: what was said, as it was when it was reported.
    await db.query(`CREATE TABLE IF NOT EXISTS message_report_lines (
      report_id ${key} NOT NULL,
      number ${key} NOT NULL,
      message_uid ${uid} NOT NULL,
      sender_id ${key} NOT NULL,
      text VARCHAR(2000) NOT NULL,
      sent_at DATETIME(3) NOT NULL,
      edited_at DATETIME(3) NULL,
      deleted_at DATETIME(3) NULL,
      PRIMARY KEY (report_id, number),
      KEY ix_message_report_lines_sender (sender_id),
      CONSTRAINT fk_message_report_lines_report FOREIGN KEY (report_id) REFERENCES message_reports (id)
    ) ${options}`)
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of ['message_report_lines', 'message_reports', 'citizen_mutes', 'citizen_blocks']) {
      await db.query(`DROP TABLE IF EXISTS ${table}`)
    }
  }
}
