import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm'

/** What the nation asks its citizens. Its words stay as they were asked. */
@Entity('interviews')
@Index('ix_interviews_active', ['isActive', 'archivedAt', 'id'])
@Index('ix_interviews_archived', ['archivedAt', 'id'])
export class Interview {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Index('uq_interviews_uid', { unique: true })
  @Column({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  uid!: string

  @Column({ type: 'varchar', length: 120 })
  title!: string

  @Column({ type: 'text' })
  description!: string

  /** Whether it takes answers. */
  @Column({ name: 'is_active', type: 'boolean' })
  isActive!: boolean

  /** When it first took answers; null while only administrators may see it. */
  @Column({ name: 'opened_at', type: 'datetime', precision: 3, nullable: true })
  openedAt!: Date | null

  @Index('ix_interviews_created_by')
  @Column({ name: 'created_by', type: 'bigint', unsigned: true })
  createdBy!: string

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt!: Date

  @Column({ name: 'updated_at', type: 'datetime', precision: 3 })
  updatedAt!: Date

  /** Who deleted it; null while it is there. */
  @Index('ix_interviews_archived_by')
  @Column({ name: 'archived_by', type: 'bigint', unsigned: true, nullable: true })
  archivedBy!: string | null

  @Column({ name: 'archived_at', type: 'datetime', precision: 3, nullable: true })
  archivedAt!: Date | null
}

/** A question of an interview, at its place from one. */
@Entity('interview_questions')
@Index('uq_interview_questions_place', ['interviewId', 'place'], { unique: true })
export class InterviewQuestion {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Index('uq_interview_questions_uid', { unique: true })
  @Column({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  uid!: string

  @Column({ name: 'interview_id', type: 'bigint', unsigned: true })
  interviewId!: string

  @Column({ type: 'smallint', unsigned: true })
  place!: number

  @Column({ type: 'varchar', length: 500 })
  question!: string
}

/** The one response of a citizen to an interview; final. */
@Entity('interview_responses')
@Index('uq_interview_responses_once', ['interviewId', 'citizenId'], { unique: true })
@Index('ix_interview_responses_list', ['interviewId', 'id'])
@Index('ix_interview_responses_own', ['citizenId', 'id'])
export class InterviewResponse {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Index('uq_interview_responses_uid', { unique: true })
  @Column({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  uid!: string

  @Column({ name: 'interview_id', type: 'bigint', unsigned: true })
  interviewId!: string

  @Column({ name: 'citizen_id', type: 'bigint', unsigned: true })
  citizenId!: string

  @Column({ name: 'submitted_at', type: 'datetime', precision: 3 })
  submittedAt!: Date
}

/** What a response says to one question. */
@Entity('interview_answers')
export class InterviewAnswer {
  @PrimaryColumn({ name: 'response_id', type: 'bigint', unsigned: true })
  responseId!: string

  @Index('ix_interview_answers_question')
  @PrimaryColumn({ name: 'question_id', type: 'bigint', unsigned: true })
  questionId!: string

  @Column({ type: 'text' })
  answer!: string
}
