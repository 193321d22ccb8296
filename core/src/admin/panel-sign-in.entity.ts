import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm'

/** A browser from which an account of the panel signed in: its next sign-ins are counted by themselves. */
@Entity('panel_devices')
@Index('uq_panel_devices_device', ['device', 'accountId'], { unique: true })
@Index('ix_panel_devices_account', ['accountId', 'revokedAt'])
export class PanelDevice {
  @PrimaryColumn({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  id!: string

  /** What the cookie names: one browser, which may have signed in to several accounts. */
  @Column({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  device!: string

  @Column({ name: 'account_id', type: 'bigint', unsigned: true })
  accountId!: string

  /** Of the cookie's secret half. */
  @Column({ name: 'secret_hash', type: 'char', length: 43, charset: 'ascii', collation: 'ascii_bin' })
  secretHash!: string

  /** Browser and system, as the browser reported them. */
  @Column({ type: 'varchar', length: 64 })
  label!: string

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt!: Date

  @Index('ix_panel_devices_used')
  @Column({ name: 'last_used_at', type: 'datetime', precision: 3 })
  lastUsedAt!: Date

  @Column({ name: 'revoked_at', type: 'datetime', precision: 3, nullable: true })
  revokedAt!: Date | null
}

/** A code that stands in for the authenticator's, once. */
@Entity('panel_recovery_codes')
@Index('uq_panel_recovery_codes_code', ['accountId', 'codeHash'], { unique: true })
export class PanelRecoveryCode {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Column({ name: 'account_id', type: 'bigint', unsigned: true })
  accountId!: string

  /** An HMAC under the nation's secret: the codes are random, so that nothing slower is needed. */
  @Column({ name: 'code_hash', type: 'char', length: 43, charset: 'ascii', collation: 'ascii_bin' })
  codeHash!: string

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt!: Date

  @Column({ name: 'used_at', type: 'datetime', precision: 3, nullable: true })
  usedAt!: Date | null
}

/** A try to sign in that failed. Name and network are keyed hashes: a password typed into the wrong field is not stored. */
@Entity('panel_tries')
@Index('ix_panel_tries_who', ['who', 'at'])
export class PanelTry {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Column({ type: 'char', length: 43, charset: 'ascii', collation: 'ascii_bin' })
  who!: string

  @Column({ type: 'char', length: 43, charset: 'ascii', collation: 'ascii_bin' })
  network!: string

  @Index('ix_panel_tries_at')
  @Column({ type: 'datetime', precision: 3 })
  at!: Date
}
