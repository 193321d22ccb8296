import type { ReminderKind, TaskAssignee, TaskPriority, TaskStatus, TaskWriter } from '@nation/domain/tasks'
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm'

const word = { type: 'varchar', charset: 'ascii', collation: 'ascii_bin' } as const

/** What the government has to do. It belongs to an office, not to its present holder. */
@Entity('tasks')
@Index('ix_tasks_status', ['status', 'id'])
@Index('ix_tasks_priority', ['priority', 'status', 'id'])
@Index('ix_tasks_assigned', ['assignedTo', 'status', 'priority', 'id'])
@Index('ix_tasks_assigned_due', ['assignedTo', 'status', 'priority', 'dueAt', 'id'])
@Index('ix_tasks_priority_due', ['priority', 'status', 'dueAt', 'id'])
@Index('ix_tasks_due', ['status', 'dueAt', 'id'])
@Index('ix_tasks_remind', ['remindAt', 'id'])
@Index('ix_tasks_created_by', ['createdBy', 'id'])
export class Task {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Index('uq_tasks_uid', { unique: true })
  @Column({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  uid!: string

  @Column({ type: 'varchar', length: 200 })
  title!: string

  @Column({ type: 'text' })
  description!: string

  @Column({ ...word, length: 16 })
  priority!: TaskPriority

  @Column({ name: 'assigned_to', ...word, length: 32 })
  assignedTo!: TaskAssignee

  /** `deleted` is shown in no list. */
  @Column({ ...word, length: 16 })
  status!: TaskStatus | 'deleted'

  @Column({ name: 'due_at', type: 'datetime', precision: 3, nullable: true })
  dueAt!: Date | null

  /** When the next reminder is sent; null when none is. */
  @Column({ name: 'remind_at', type: 'datetime', precision: 3, nullable: true })
  remindAt!: Date | null

  /** Also the place of the last response. */
  @Column({ name: 'response_count', type: 'int', unsigned: true })
  responseCount!: number

  @Column({ name: 'created_by', type: 'bigint', unsigned: true })
  createdBy!: string

  /** What they were when they created it. */
  @Column({ name: 'created_by_role', ...word, length: 32 })
  createdByRole!: TaskWriter

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt!: Date

  @Column({ name: 'updated_at', type: 'datetime', precision: 3 })
  updatedAt!: Date

  @Index('ix_tasks_completed_by')
  @Column({ name: 'completed_by', type: 'bigint', unsigned: true, nullable: true })
  completedBy!: string | null

  @Column({ name: 'completed_at', type: 'datetime', precision: 3, nullable: true })
  completedAt!: Date | null

  @Index('ix_tasks_deleted_by')
  @Column({ name: 'deleted_by', type: 'bigint', unsigned: true, nullable: true })
  deletedBy!: string | null

  @Column({ name: 'deleted_at', type: 'datetime', precision: 3, nullable: true })
  deletedAt!: Date | null
}

/** A citizen's response to a task, at its place from one. */
@Entity('task_responses')
@Index('uq_task_responses_place', ['taskId', 'place'], { unique: true })
@Index('ix_task_responses_citizen', ['citizenId', 'id'])
export class TaskResponse {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Index('uq_task_responses_uid', { unique: true })
  @Column({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  uid!: string

  @Column({ name: 'task_id', type: 'bigint', unsigned: true })
  taskId!: string

  @Column({ type: 'int', unsigned: true })
  place!: number

  @Column({ name: 'citizen_id', type: 'bigint', unsigned: true })
  citizenId!: string

  /** What they were when they responded. */
  @Column({ name: 'citizen_role', ...word, length: 32 })
  citizenRole!: TaskWriter

  /** Empty where its author has left the nation. */
  @Column({ type: 'text' })
  answer!: string

  /** Addresses of uploads. */
  @Column({ type: 'json' })
  images!: string[]

  @Column({ name: 'submitted_at', type: 'datetime', precision: 3 })
  submittedAt!: Date
}

/** Who created or answered a task: what lists by person are read from. */
@Entity('task_people')
export class TaskPerson {
  @PrimaryColumn({ name: 'citizen_id', type: 'bigint', unsigned: true })
  citizenId!: string

  @Index('ix_task_people_task')
  @PrimaryColumn({ name: 'task_id', type: 'bigint', unsigned: true })
  taskId!: string
}

/** A reminder of a due date that was sent: its key makes it once. */
@Entity('task_reminders')
export class TaskReminder {
  @PrimaryColumn({ name: 'task_id', type: 'bigint', unsigned: true })
  taskId!: string

  @PrimaryColumn({ name: 'due_at', type: 'datetime', precision: 3 })
  dueAt!: Date

  @PrimaryColumn({ ...word, length: 16 })
  kind!: ReminderKind

  @Column({ name: 'told_at', type: 'datetime', precision: 3 })
  toldAt!: Date
}
