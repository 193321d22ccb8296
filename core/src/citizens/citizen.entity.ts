import type { CitizenRole, GovernmentRole } from '@nation/domain/permissions'
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm'

/** A citizen: an X account that joined the nation (requirements 1.3). */
@Entity('citizens')
@Index('ix_citizens_x_refreshed', ['leftAt', 'xRefreshedAt'])
@Index('ix_citizens_administrators', ['isAdmin', 'isSuperAdmin'])
export class Citizen {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Index('uq_citizens_uid', { unique: true })
  @Column({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  uid!: string

  @Index('uq_citizens_x_id', { unique: true })
  @Column({ name: 'x_id', type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  xId!: string

  @Index('ix_citizens_handle')
  @Column({ type: 'varchar', length: 64 })
  handle!: string

  @Index('ix_citizens_username')
  @Column({ type: 'varchar', length: 128 })
  username!: string

  @Column({ name: 'avatar_url', type: 'varchar', length: 512, nullable: true })
  avatarUrl!: string | null

  /** Our own copy of X's picture, made after the sign-in, so that visitors' browsers send no request to X. */
  @Index('ix_citizens_portrait')
  @Column({ name: 'portrait_url', type: 'varchar', length: 512, nullable: true })
  portraitUrl!: string | null

  @Column({ name: 'custom_picture_url', type: 'varchar', length: 512, nullable: true })
  customPictureUrl!: string | null

  @Column({ type: 'int', unsigned: true })
  followers!: number

  @Column({ type: 'boolean' })
  verified!: boolean

  /** When the X account was made: voting needs six months. */
  @Column({ name: 'x_created_at', type: 'datetime', precision: 3 })
  xCreatedAt!: Date

  @Column({ name: 'x_refreshed_at', type: 'datetime', precision: 3 })
  xRefreshedAt!: Date

  /** Since when X does not show this account (suspended, gone): what was known of it stays. */
  @Column({ name: 'x_missing_since', type: 'datetime', precision: 3, nullable: true })
  xMissingSince!: Date | null

  @Index('uq_citizens_wallet', { unique: true })
  @Column({
    name: 'wallet_address',
    type: 'varchar',
    length: 64,
    charset: 'ascii',
    collation: 'ascii_bin',
    nullable: true,
  })
  walletAddress!: string | null

  /** Base units (9 decimals), as digits: it outgrows a JavaScript number. */
  @Column({ name: 'token_balance', type: 'bigint', unsigned: true })
  tokenBalance!: string

  /** When the wallet that is linked now was linked: a citizen who links after a roll was taken is not on it. */
  @Column({ name: 'wallet_linked_at', type: 'datetime', precision: 3, nullable: true })
  walletLinkedAt!: Date | null

  /** Lamports; null until they were read from the chain. */
  @Column({ name: 'native_balance', type: 'bigint', unsigned: true, nullable: true })
  nativeBalance!: string | null

  /** The chain's slot in which the balance was read. */
  @Column({ name: 'balance_slot', type: 'bigint', unsigned: true, nullable: true })
  balanceSlot!: string | null

  /** When the balance was last read from the chain; null until then. */
  @Column({ name: 'balance_read_at', type: 'datetime', precision: 3, nullable: true })
  balanceReadAt!: Date | null

  /** When the chain was last asked, whether it answered or not. */
  @Column({ name: 'balance_tried_at', type: 'datetime', precision: 3, nullable: true })
  balanceTriedAt!: Date | null

  /** The token has a new version and the balance was not read for it yet: it is 0 until then. */
  @Column({ name: 'token_update_required', type: 'boolean', default: false })
  tokenUpdateRequired!: boolean

  @Index('ix_citizens_role')
  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  role!: CitizenRole

  @Index('ix_citizens_government_role')
  @Column({
    name: 'government_role',
    type: 'varchar',
    length: 32,
    charset: 'ascii',
    collation: 'ascii_bin',
    nullable: true,
  })
  governmentRole!: GovernmentRole | null

  @Column({ name: 'is_admin', type: 'boolean' })
  isAdmin!: boolean

  @Column({ name: 'is_super_admin', type: 'boolean' })
  isSuperAdmin!: boolean

  @Column({ name: 'joined_at', type: 'datetime', precision: 3 })
  joinedAt!: Date

  /** When the account was deleted; the row stays, without a name, because votes and terms point to it. */
  @Column({ name: 'left_at', type: 'datetime', precision: 3, nullable: true })
  leftAt!: Date | null

  /** The citizen may not vote before this instant: under an earlier account they have voted in a running election. */
  @Column({ name: 'votes_from', type: 'datetime', precision: 3, nullable: true })
  votesFrom!: Date | null

  @Column({ name: 'last_login_at', type: 'datetime', precision: 3, nullable: true })
  lastLoginAt!: Date | null

  @Column({ name: 'last_active_at', type: 'datetime', precision: 3, nullable: true })
  lastActiveAt!: Date | null

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt!: Date

  @Column({ name: 'updated_at', type: 'datetime', precision: 3 })
  updatedAt!: Date
}
