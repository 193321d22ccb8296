import type { PollMakerRole, PollStatus } from '@nation/domain/polls'
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm'

/** A question to the nation. A vote locks its row shared; a change or a close locks it exclusively. */
@Entity('polls')
@Index('ix_polls_status', ['status', 'closesAt'])
@Index('ix_polls_newest', ['status', 'id'])
export class Poll {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Index('uq_polls_uid', { unique: true })
  @Column({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  uid!: string

  @Column({ type: 'varchar', length: 300 })
  question!: string

  @Column({ type: 'varchar', length: 8, charset: 'ascii', collation: 'ascii_bin' })
  status!: PollStatus

  @Index('ix_polls_created_by')
  @Column({ name: 'created_by', type: 'bigint', unsigned: true })
  createdBy!: string

  /** What they were when they made it. */
  @Column({ name: 'created_by_role', type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  createdByRole!: PollMakerRole

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt!: Date

  @Column({ name: 'updated_at', type: 'datetime', precision: 3 })
  updatedAt!: Date

  @Column({ name: 'closes_at', type: 'datetime', precision: 3, nullable: true })
  closesAt!: Date | null

  @Column({ name: 'closed_at', type: 'datetime', precision: 3, nullable: true })
  closedAt!: Date | null
}

/** One answer to choose, and the counter of its votes. */
@Entity('poll_options')
@Index('uq_poll_options_place', ['pollId', 'place'], { unique: true })
export class PollOption {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Index('uq_poll_options_uid', { unique: true })
  @Column({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  uid!: string

  @Column({ name: 'poll_id', type: 'bigint', unsigned: true })
  pollId!: string

  /** From 0. */
  @Column({ type: 'tinyint', unsigned: true })
  place!: number

  @Column({ type: 'varchar', length: 200 })
  text!: string

  @Column({ type: 'int', unsigned: true })
  votes!: number
}

/** The counter of all votes of a poll. */
@Entity('poll_tallies')
@Index('ix_poll_tallies_votes', ['votes', 'pollId'])
export class PollTally {
  @PrimaryColumn({ name: 'poll_id', type: 'bigint', unsigned: true })
  pollId!: string

  @Column({ type: 'int', unsigned: true })
  votes!: number
}

/** One row: how far the publications of counts have come. Its lock makes them happen one after the other. */
@Entity('poll_publications')
export class PollPublication {
  @PrimaryColumn({ type: 'tinyint', unsigned: true })
  id!: number

  /** The instant of the last one. */
  @Column({ name: 'as_of', type: 'datetime', precision: 3 })
  asOf!: Date

  /** The number of the last entry about votes that it looked at. */
  @Column({ type: 'bigint', unsigned: true })
  seq!: string
}

/** A citizen's one vote on a poll. */
@Entity('poll_votes')
@Index('ix_poll_votes_citizen', ['citizenId', 'votedAt'])
export class PollVote {
  @PrimaryColumn({ name: 'poll_id', type: 'bigint', unsigned: true })
  pollId!: string

  @PrimaryColumn({ name: 'citizen_id', type: 'bigint', unsigned: true })
  citizenId!: string

  /** Null where the vote was cast under a former account: it is counted there. */
  @Column({ name: 'option_id', type: 'bigint', unsigned: true, nullable: true })
  optionId!: string | null

  @Column({ name: 'voted_at', type: 'datetime', precision: 3 })
  votedAt!: Date
}

/** Who created, changed, closed and deleted a poll. Append-only. */
@Entity('poll_log')
@Index('ix_poll_log_poll', ['pollId', 'id'])
@Index('ix_poll_log_by', ['byId', 'at'])
export class PollLogEntry {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Column({ name: 'poll_id', type: 'bigint', unsigned: true })
  pollId!: string

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  what!: 'created' | 'updated' | 'closed' | 'deleted'

  /** Null when the closing date closed it. */
  @Column({ name: 'by_id', type: 'bigint', unsigned: true, nullable: true })
  byId!: string | null

  @Column({ type: 'datetime', precision: 3 })
  at!: Date

  /** What was changed, and what it was before. */
  @Column({ type: 'json' })
  facts!: PollLogFacts
}

/** What a log entry tells of a change: each field as it was before. */
export interface PollLogFacts {
  readonly before?: {
    readonly question?: string
    readonly options?: readonly string[]
    readonly closesAt?: number | null
  }
}

/** Which polls the holder of an X account had voted on when they left the nation; the account is a keyed hash. */
@Entity('former_poll_votes')
export class FormerPollVote {
  @PrimaryColumn({ name: 'x_seal', type: 'binary', length: 32 })
  xHash!: Buffer

  @Index('ix_former_poll_votes_poll')
  @PrimaryColumn({ name: 'poll_id', type: 'bigint', unsigned: true })
  pollId!: string
}
