import type { DecidingRule, ElectionStage, RollMethod } from '@nation/domain/elections'
import type { TermEnd } from '@nation/domain/citizens'
import type { GovernmentRole } from '@nation/domain/permissions'
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm'

/** An election and its instants (ruling: election week). */
@Entity('elections')
@Index('ix_elections_stage', ['stage', 'startsAt'])
@Index('uq_elections_starts_at', ['startsAt', 'cancelledNumber'], { unique: true })
export class Election {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Index('uq_elections_uid', { unique: true })
  @Column({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  uid!: string

  @Column({ name: 'starts_at', type: 'datetime', precision: 3 })
  startsAt!: Date

  @Column({ name: 'phase_two_at', type: 'datetime', precision: 3 })
  phaseTwoAt!: Date

  @Index('ix_elections_ends_at')
  @Column({ name: 'ends_at', type: 'datetime', precision: 3 })
  endsAt!: Date

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  stage!: ElectionStage

  /** The citizen who planned it; null when the rollover planned it. */
  @Column({ name: 'created_by', type: 'bigint', unsigned: true, nullable: true })
  createdBy!: string | null

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt!: Date

  @Column({ name: 'opened_at', type: 'datetime', precision: 3, nullable: true })
  openedAt!: Date | null

  @Column({ name: 'phase_one_closed_at', type: 'datetime', precision: 3, nullable: true })
  phaseOneClosedAt!: Date | null

  @Column({ name: 'counted_at', type: 'datetime', precision: 3, nullable: true })
  countedAt!: Date | null

  @Column({ name: 'seated_at', type: 'datetime', precision: 3, nullable: true })
  seatedAt!: Date | null

  @Column({ name: 'completed_at', type: 'datetime', precision: 3, nullable: true })
  completedAt!: Date | null

  /**
   * The last time at which the recount differed from the tallies. The election then stays uncounted until an operator corrects
   * it.
   */
  @Column({ name: 'recount_failed_at', type: 'datetime', precision: 3, nullable: true })
  recountFailedAt!: Date | null

  @Column({ name: 'cancelled_at', type: 'datetime', precision: 3, nullable: true })
  cancelledAt!: Date | null

  @Column({ name: 'cancelled_by', type: 'bigint', unsigned: true, nullable: true })
  cancelledBy!: string | null

  @Column({ name: 'cancel_reason', type: 'varchar', length: 200, nullable: true })
  cancelReason!: string | null

  /**
   * 0 while it is in the calendar; the row's own key after a cancellation. So the unique key allows another election at the same
   * opening.
   */
  @Column({ name: 'cancelled_number', type: 'bigint', unsigned: true, default: 0 })
  cancelledNumber!: string

  /** The number of citizens who voted for at least one position, and of those who could have; set by the count. */
  @Column({ type: 'int', unsigned: true, nullable: true })
  voters!: number | null

  @Column({ name: 'eligible_voters', type: 'int', unsigned: true, nullable: true })
  eligibleVoters!: number | null

  /** The number of wallets on the roll, and of those with a last known balance; set at the opening. */
  @Column({ name: 'roll_wallets', type: 'int', unsigned: true, nullable: true })
  rollWallets!: number | null

  @Column({ name: 'roll_last_known', type: 'int', unsigned: true, nullable: true })
  rollLastKnown!: number | null

  /** How the chain told the balances of the roll, and the slot where all are of one; set at the opening. */
  @Column({
    name: 'roll_method',
    type: 'varchar',
    length: 16,
    charset: 'ascii',
    collation: 'ascii_bin',
    nullable: true,
  })
  rollMethod!: RollMethod | null

  @Column({ name: 'roll_slot', type: 'varchar', length: 20, charset: 'ascii', collation: 'ascii_bin', nullable: true })
  rollSlot!: string | null
}

/** How many citizens voted for a position, by the weight of their votes; stored with the result. */
@Entity('election_tiers')
export class ElectionTier {
  @PrimaryColumn({ name: 'election_id', type: 'bigint', unsigned: true })
  electionId!: string

  /** The position's order, 1 to 9. */
  @PrimaryColumn({ type: 'tinyint', unsigned: true })
  position!: number

  /** Of one vote, in tenths. */
  @PrimaryColumn({ name: 'weight_units', type: 'tinyint', unsigned: true })
  weightUnits!: number

  @Column({ type: 'int', unsigned: true })
  voters!: number
}

/** The result of a position in an election; never removed. */
@Entity('election_results')
export class ElectionResult {
  @PrimaryColumn({ name: 'election_id', type: 'bigint', unsigned: true })
  electionId!: string

  /** The position's order, 1 to 9. */
  @PrimaryColumn({ type: 'tinyint', unsigned: true })
  position!: number

  @Column({ name: 'winner_candidacy_id', type: 'bigint', unsigned: true, nullable: true })
  winnerCandidacyId!: string | null

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  rule!: DecidingRule

  @Column({ type: 'int', unsigned: true })
  candidates!: number

  @Column({ type: 'int', unsigned: true })
  voters!: number

  /** In tenths. */
  @Column({ name: 'weight_units', type: 'bigint', unsigned: true })
  weightUnits!: string

  @Column({ name: 'decided_at', type: 'datetime', precision: 3 })
  decidedAt!: Date
}

/**
 * The time for which a citizen holds an office. The two `active` columns contain the office and the citizen while the term runs,
 * and are null afterwards. Their unique keys allow each office one holder and each citizen one office.
 */
@Entity('terms')
@Index('uq_terms_election_office', ['electionId', 'office'], { unique: true })
@Index('ix_terms_office', ['office', 'startedAt'])
@Index('ix_terms_citizen', ['citizenId', 'startedAt'])
@Index('ix_terms_started', ['startedAt'])
export class Term {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  office!: GovernmentRole

  @Column({ name: 'citizen_id', type: 'bigint', unsigned: true })
  citizenId!: string

  @Column({ name: 'election_id', type: 'bigint', unsigned: true, nullable: true })
  electionId!: string | null

  @Column({ name: 'candidacy_id', type: 'bigint', unsigned: true, nullable: true })
  candidacyId!: string | null

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  how!: 'elected' | 'appointed'

  @Column({ name: 'appointed_by', type: 'bigint', unsigned: true, nullable: true })
  appointedBy!: string | null

  @Column({ name: 'started_at', type: 'datetime', precision: 3 })
  startedAt!: Date

  @Column({ name: 'ended_at', type: 'datetime', precision: 3, nullable: true })
  endedAt!: Date | null

  @Column({
    name: 'ended_how',
    type: 'varchar',
    length: 16,
    charset: 'ascii',
    collation: 'ascii_bin',
    nullable: true,
  })
  endedHow!: TermEnd | null

  /** The citizen who removed the holder. */
  @Column({ name: 'ended_by', type: 'bigint', unsigned: true, nullable: true })
  endedBy!: string | null

  @Index('uq_terms_active_office', { unique: true })
  @Column({
    name: 'active_office',
    type: 'varchar',
    length: 32,
    charset: 'ascii',
    collation: 'ascii_bin',
    nullable: true,
  })
  activeOffice!: GovernmentRole | null

  @Index('uq_terms_active_citizen', { unique: true })
  @Column({ name: 'active_citizen_id', type: 'bigint', unsigned: true, nullable: true })
  activeCitizenId!: string | null
}

/** The state of an election's public counts. The lock on this row makes publications run one after the other. */
@Entity('tally_publications')
export class TallyPublication {
  @PrimaryColumn({ name: 'election_id', type: 'bigint', unsigned: true })
  electionId!: string

  /** Votes that were cast before this instant are in the public counts. */
  @Column({ name: 'as_of', type: 'datetime', precision: 3 })
  asOf!: Date

  /** No ballot with a smaller key was cast at `asOf` or later. The next publication reads from here. */
  @Column({ name: 'ballots_from', type: 'bigint', unsigned: true })
  ballotsFrom!: string

  /** How many rows `published_voters` has of this election. */
  @Column({ type: 'int', unsigned: true, default: 0 })
  voters!: number

  /** How many citizens have voted, as everybody reads it: `voters` at the last publication. */
  @Column({ name: 'shown_voters', type: 'int', unsigned: true, default: 0 })
  shownVoters!: number

  /** How many citizens may vote before the end, and when they were counted; null before the opening. */
  @Column({ type: 'int', unsigned: true, nullable: true })
  eligible!: number | null

  @Column({ name: 'eligible_at', type: 'datetime', precision: 3, nullable: true })
  eligibleAt!: Date | null
}

/** A citizen who is in the public number of voters: one with a vote that counts, cast before the last publication's instant. */
@Entity('published_voters')
export class PublishedVoter {
  @PrimaryColumn({ name: 'election_id', type: 'bigint', unsigned: true })
  electionId!: string

  @PrimaryColumn({ name: 'citizen_id', type: 'bigint', unsigned: true })
  citizenId!: string
}

/** The row whose lock makes planning and opening of elections run one after the other. */
@Entity('election_calendar')
export class ElectionCalendar {
  @PrimaryColumn({ type: 'tinyint', unsigned: true })
  id!: number
}
