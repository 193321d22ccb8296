import { Column, Entity, Index, PrimaryColumn } from 'typeorm'

/** Why a session ended. */
export type SessionEnd = 'logout' | 'everywhere' | 'reuse' | 'left'

/** One browser's sign-in. The refresh token names the session and a generation; `judgeRefresh` says which are good. */
@Entity('sessions')
@Index('ix_sessions_citizen', ['citizenId'])
export class Session {
  @PrimaryColumn({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  id!: string

  @Column({ name: 'citizen_id', type: 'bigint', unsigned: true })
  citizenId!: string

  /** Part of what the refresh token's signature covers: without this row no token can be made. */
  @Column({ type: 'binary', length: 16 })
  salt!: Buffer

  @Column({ type: 'int', unsigned: true })
  generation!: number

  /** Of the newest refresh token that somebody came with. Below `generation` nobody came with the newest yet. */
  @Column({ name: 'seen_generation', type: 'int', unsigned: true, default: 0 })
  seenGeneration!: number

  @Column({ name: 'rotated_at', type: 'datetime', precision: 3 })
  rotatedAt!: Date

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt!: Date

  @Index('ix_sessions_expires')
  @Column({ name: 'expires_at', type: 'datetime', precision: 3 })
  expiresAt!: Date

  @Column({ name: 'ended_at', type: 'datetime', precision: 3, nullable: true })
  endedAt!: Date | null

  @Column({ name: 'ended_why', type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin', nullable: true })
  endedWhy!: SessionEnd | null

  @Column({ name: 'user_agent', type: 'varchar', length: 256 })
  userAgent!: string
}
