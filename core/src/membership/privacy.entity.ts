import { Column, Entity, Index, PrimaryColumn } from 'typeorm'

/** A copy of one's data that a citizen asked for; it goes away after a week. */
@Entity('data_exports')
@Index('ix_data_exports_citizen', ['citizenId', 'createdAt'])
export class DataExport {
  @PrimaryColumn({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  id!: string

  @Column({ name: 'citizen_id', type: 'bigint', unsigned: true })
  citizenId!: string

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  status!: 'working' | 'ready' | 'failed'

  /** Percent. */
  @Column({ type: 'tinyint', unsigned: true })
  progress!: number

  @Index('ix_data_exports_created')
  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt!: Date

  @Column({ name: 'ready_at', type: 'datetime', precision: 3, nullable: true })
  readyAt!: Date | null

  /** Of the document as it is downloaded. */
  @Column({ type: 'int', unsigned: true, nullable: true })
  bytes!: number | null

  /** Which attempt made it: its parts are stored under this id. Null until it is ready. */
  @Column({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin', nullable: true })
  run!: string | null

  /** How many rows of `data_export_parts` it has. */
  @Column({ type: 'int', unsigned: true, nullable: true })
  parts!: number | null
}

/** An account that its owner deletes, and how far that is. */
@Entity('account_deletions')
@Index('ix_account_deletions_open', ['doneAt', 'citizenId'])
export class AccountDeletion {
  @PrimaryColumn({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  id!: string

  @Index('uq_account_deletions_citizen', { unique: true })
  @Column({ name: 'citizen_id', type: 'bigint', unsigned: true })
  citizenId!: string

  /** How many steps are done. */
  @Column({ type: 'tinyint', unsigned: true })
  step!: number

  @Column({ name: 'asked_at', type: 'datetime', precision: 3 })
  askedAt!: Date

  @Column({ name: 'done_at', type: 'datetime', precision: 3, nullable: true })
  doneAt!: Date | null
}

/**
 * That an X account's former citizen has voted in an election that is still running. Only a keyed hash of X's id is stored, made
 * with the nation's secret, and only until that election is over: a citizen who joins again may not vote twice.
 */
@Entity('former_accounts')
export class FormerAccount {
  @PrimaryColumn({ name: 'x_seal', type: 'binary', length: 32 })
  xHash!: Buffer

  @Index('ix_former_accounts_votes_from')
  @Column({ name: 'votes_from', type: 'datetime', precision: 3 })
  votesFrom!: Date
}
