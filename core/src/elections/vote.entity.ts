import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm'

/** A citizen's balance and weight as they were at the opening; frozen (ruling: vote weight). */
@Entity('roll_entries')
@Index('uq_roll_entries_wallet', ['electionId', 'walletAddress'], { unique: true })
export class RollEntry {
  @PrimaryColumn({ name: 'election_id', type: 'bigint', unsigned: true })
  electionId!: string

  @PrimaryColumn({ name: 'citizen_id', type: 'bigint', unsigned: true })
  citizenId!: string

  @Column({ name: 'wallet_address', type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  walletAddress!: string

  /** Base units. */
  @Column({ type: 'bigint', unsigned: true })
  balance!: string

  /** In tenths: 10, 12, 15 or 20. */
  @Column({ name: 'weight_units', type: 'tinyint', unsigned: true })
  weightUnits!: number

  /** `last_known` when the chain did not answer in time. */
  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  source!: 'fresh' | 'last_known'

  @Column({ name: 'taken_at', type: 'datetime', precision: 3 })
  takenAt!: Date

  /** When the balance was read; null when that is not recorded. */
  @Column({ name: 'read_at', type: 'datetime', precision: 3, nullable: true })
  readAt!: Date | null

  /** The slot of the reading, if there was one. */
  @Column({ type: 'bigint', unsigned: true, nullable: true })
  slot!: string | null
}

/** One cast or switch. Append-only: the history of a citizen's choices. */
@Entity('ballots')
@Index('ix_ballots_voter', ['electionId', 'position', 'citizenId'])
export class Ballot {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Column({ name: 'election_id', type: 'bigint', unsigned: true })
  electionId!: string

  @Column({ type: 'tinyint', unsigned: true })
  position!: number

  @Column({ name: 'citizen_id', type: 'bigint', unsigned: true })
  citizenId!: string

  @Column({ name: 'candidacy_id', type: 'bigint', unsigned: true })
  candidacyId!: string

  @Column({ name: 'previous_candidacy_id', type: 'bigint', unsigned: true, nullable: true })
  previousCandidacyId!: string | null

  @Column({ name: 'weight_units', type: 'tinyint', unsigned: true })
  weightUnits!: number

  @Column({ name: 'cast_at', type: 'datetime', precision: 3 })
  castAt!: Date
}

/** The current vote: one row for each citizen, position and election. */
@Entity('current_votes')
@Index('ix_current_votes_count', ['electionId', 'position', 'candidacyId', 'weightUnits'])
export class CurrentVote {
  @PrimaryColumn({ name: 'election_id', type: 'bigint', unsigned: true })
  electionId!: string

  @PrimaryColumn({ type: 'tinyint', unsigned: true })
  position!: number

  @PrimaryColumn({ name: 'citizen_id', type: 'bigint', unsigned: true })
  citizenId!: string

  @Column({ name: 'candidacy_id', type: 'bigint', unsigned: true })
  candidacyId!: string

  @Column({ name: 'weight_units', type: 'tinyint', unsigned: true })
  weightUnits!: number

  @Column({ name: 'voted_at', type: 'datetime', precision: 3 })
  votedAt!: Date
}
