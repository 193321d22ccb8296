import type { CandidacyStatus } from '@nation/domain/elections'
import type { Programme } from './candidacy-profile'
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm'

/** A citizen standing for a position in an election (requirements 1.3, Candidate). */
@Entity('candidacies')
@Index('ix_candidacies_election', ['electionId', 'status', 'position'])
@Index('ix_candidacies_newest', ['electionId', 'status', 'id'])
@Index('ix_candidacies_citizen', ['citizenId', 'stoodAt'])
export class Candidacy {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Index('uq_candidacies_uid', { unique: true })
  @Column({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  uid!: string

  @Column({ name: 'election_id', type: 'bigint', unsigned: true })
  electionId!: string

  /** The position's order, 1 to 9. */
  @Column({ type: 'tinyint', unsigned: true })
  position!: number

  @Column({ name: 'citizen_id', type: 'bigint', unsigned: true })
  citizenId!: string

  /** The citizen while the candidacy is active, null afterwards. Its unique key allows each citizen one active candidacy. */
  @Index('uq_candidacies_active_citizen', { unique: true })
  @Column({ name: 'active_citizen_id', type: 'bigint', unsigned: true, nullable: true })
  activeCitizenId!: string | null

  /**
   * The key of the name's look (`nameKey`) while the candidacy is active, null afterwards. Its unique key prevents two names that
   * look the same for one position.
   */
  @Index('uq_candidacies_active_name', { unique: true })
  @Column({ name: 'active_name', type: 'char', length: 64, charset: 'ascii', collation: 'ascii_bin', nullable: true })
  activeName!: string | null

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  status!: CandidacyStatus

  @Column({ name: 'display_name', type: 'varchar', length: 60 })
  displayName!: string

  @Column({ type: 'varchar', length: 80, nullable: true })
  title!: string | null

  @Column({ type: 'text' })
  bio!: string

  @Column({ name: 'campaign_slogan', type: 'varchar', length: 100 })
  campaignSlogan!: string

  @Column({ type: 'text' })
  vision!: string

  @Column({ name: 'why_vote_for_me', type: 'text' })
  whyVoteForMe!: string

  @Column({ type: 'json' })
  goals!: string[]

  @Column({ type: 'json' })
  promises!: string[]

  @Column({ type: 'text', nullable: true })
  experience!: string | null

  @Column({ type: 'text', nullable: true })
  policies!: string | null

  @Column({ type: 'text', nullable: true })
  qualifications!: string | null

  @Column({ type: 'varchar', length: 40, nullable: true })
  twitter!: string | null

  @Column({ type: 'varchar', length: 40, nullable: true })
  discord!: string | null

  @Column({ type: 'varchar', length: 500, nullable: true })
  website!: string | null

  @Column({ name: 'profile_picture', type: 'varchar', length: 500, nullable: true })
  profilePicture!: string | null

  @Column({ name: 'banner_image', type: 'varchar', length: 500, nullable: true })
  bannerImage!: string | null

  /** Label to addresses of files. */
  @Column({ type: 'json' })
  attachments!: Record<string, string[]>

  @Column({ name: 'stood_at', type: 'datetime', precision: 3 })
  stoodAt!: Date

  @Column({ name: 'updated_at', type: 'datetime', precision: 3 })
  updatedAt!: Date

  /** When it was withdrawn or archived. */
  @Column({ name: 'ended_at', type: 'datetime', precision: 3, nullable: true })
  endedAt!: Date | null

  /** The administrator who removed it; null where nobody did. `endedAt` is the instant. */
  @Column({ name: 'removed_by', type: 'bigint', unsigned: true, nullable: true })
  removedBy!: string | null

  /** What that administrator said; everybody reads it. */
  @Column({ name: 'removal_reason', type: 'varchar', length: 200, nullable: true })
  removalReason!: string | null

  @Column({ name: 'final_weight_units', type: 'bigint', unsigned: true, nullable: true })
  finalWeightUnits!: string | null

  @Column({ name: 'final_supporters', type: 'int', unsigned: true, nullable: true })
  finalSupporters!: number | null

  @Column({ name: 'final_rank', type: 'int', unsigned: true, nullable: true })
  finalRank!: number | null

  @Column({ type: 'boolean' })
  won!: boolean
}

/** What a programme said before it was edited while voting for its position was open (decision 134). */
@Entity('programme_versions')
export class ProgrammeVersion {
  @PrimaryColumn({ name: 'candidacy_id', type: 'bigint', unsigned: true })
  candidacyId!: string

  /** Counts from 1. */
  @PrimaryColumn({ type: 'tinyint', unsigned: true })
  number!: number

  @Column({ type: 'json' })
  programme!: Programme

  /** The fields that the edit changed. */
  @Column({ type: 'json' })
  changed!: string[]

  /** Supporters in the public counts at that moment. */
  @Column({ type: 'int', unsigned: true })
  votes!: number

  @Column({ name: 'replaced_at', type: 'datetime', precision: 3 })
  replacedAt!: Date
}

/**
 * The exact counters of a candidacy. Transactions that cast or void votes update them, and the recount compares them with the
 * votes.
 */
@Entity('tallies')
export class Tally {
  @PrimaryColumn({ name: 'candidacy_id', type: 'bigint', unsigned: true })
  candidacyId!: string

  /** In tenths. */
  @Column({ name: 'weight_units', type: 'bigint', unsigned: true })
  weightUnits!: string

  @Column({ type: 'int', unsigned: true })
  supporters!: number

  /** The number of ballots that were ever cast for it. After the first, its position cannot change. */
  @Column({ type: 'int', unsigned: true })
  casts!: number
}

/** The public counters: those of the election's last publication. */
@Entity('published_tallies')
@Index('ix_published_tallies_all', ['electionId', 'stands', 'weightUnits', 'supporters', 'candidacyId'])
@Index('ix_published_tallies_position', [
  'electionId',
  'position',
  'stands',
  'weightUnits',
  'supporters',
  'candidacyId',
])
export class PublishedTally {
  @PrimaryColumn({ name: 'candidacy_id', type: 'bigint', unsigned: true })
  candidacyId!: string

  /** In tenths. */
  @Column({ name: 'weight_units', type: 'bigint', unsigned: true })
  weightUnits!: string

  @Column({ type: 'int', unsigned: true })
  supporters!: number

  /**
   * The number of ballots that were cast for it by then. It decides whether its owner sees that the position cannot change.
   */
  @Column({ type: 'int', unsigned: true })
  casts!: number

  /** Copied from the candidacy, so that one index contains the standings in their order. */
  @Column({ name: 'election_id', type: 'bigint', unsigned: true })
  electionId!: string

  @Column({ type: 'tinyint', unsigned: true })
  position!: number

  /** False after the withdrawal of the candidacy. */
  @Column({ type: 'boolean', default: true })
  stands!: boolean
}
