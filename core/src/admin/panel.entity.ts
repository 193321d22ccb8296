import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm'

/** An account of the admin panel's password gate, bound to one citizen (whose uid is `adminId` of the requirements). */
@Entity('panel_accounts')
export class PanelAccount {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Index('uq_panel_accounts_username', { unique: true })
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  username!: string

  @Index('ix_panel_accounts_citizen')
  @Column({ name: 'citizen_id', type: 'bigint', unsigned: true })
  citizenId!: string

  /** argon2id. */
  @Column({ name: 'password_hash', type: 'varchar', length: 255, charset: 'ascii', collation: 'ascii_bin' })
  passwordHash!: string

  /** Encrypted under the nation's secret; null where the account has no second factor. */
  @Column({
    name: 'totp_secret',
    type: 'varchar',
    length: 255,
    charset: 'ascii',
    collation: 'ascii_bin',
    nullable: true,
  })
  totpSecret!: string | null

  /** The last time step that was used: a code is good once. */
  @Column({ name: 'totp_last_step', type: 'bigint', unsigned: true })
  totpLastStep!: string

  /** A second factor that is being set up: encrypted as the other one, which counts until a code of this one was shown. */
  @Column({
    name: 'totp_pending',
    type: 'varchar',
    length: 255,
    charset: 'ascii',
    collation: 'ascii_bin',
    nullable: true,
  })
  totpPending!: string | null

  @Column({ name: 'totp_pending_at', type: 'datetime', precision: 3, nullable: true })
  totpPendingAt!: Date | null

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt!: Date

  @Column({ name: 'revoked_at', type: 'datetime', precision: 3, nullable: true })
  revokedAt!: Date | null

  /** The newest sign-in. */
  @Column({ name: 'signed_in_at', type: 'datetime', precision: 3, nullable: true })
  signedInAt!: Date | null
}

/** One sign-in to the admin panel. */
@Entity('panel_sessions')
@Index('ix_panel_sessions_account', ['accountId', 'endedAt'])
export class PanelSession {
  @PrimaryColumn({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  id!: string

  @Column({ name: 'account_id', type: 'bigint', unsigned: true })
  accountId!: string

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt!: Date

  @Column({ name: 'expires_at', type: 'datetime', precision: 3 })
  expiresAt!: Date

  @Column({ name: 'ended_at', type: 'datetime', precision: 3, nullable: true })
  endedAt!: Date | null

  /** The account's sign-in before this one: failed attempts are shown since then. */
  @Column({ name: 'previous_at', type: 'datetime', precision: 3, nullable: true })
  previousAt!: Date | null

  /** The known device that it was opened on. */
  @Column({ name: 'device_id', type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin', nullable: true })
  deviceId!: string | null
}
