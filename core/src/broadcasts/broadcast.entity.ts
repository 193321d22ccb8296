import type { BroadcastType } from '@nation/domain/broadcasts'
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm'

/** A message to the whole nation. */
@Entity('broadcasts')
@Index('ix_broadcasts_on_air', ['archivedAt', 'endedAt', 'id'])
@Index('ix_broadcasts_ends', ['archivedAt', 'endedAt', 'endsAt'])
export class Broadcast {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Index('uq_broadcasts_uid', { unique: true })
  @Column({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  uid!: string

  @Column({ type: 'varchar', length: 280 })
  message!: string

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  type!: BroadcastType

  @Index('ix_broadcasts_created_by')
  @Column({ name: 'created_by', type: 'bigint', unsigned: true })
  createdBy!: string

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt!: Date

  /** When it ends by itself; null where an administrator takes it down. */
  @Column({ name: 'ends_at', type: 'datetime', precision: 3, nullable: true })
  endsAt!: Date | null

  /** `endsAt`, once the event of the end was written. */
  @Column({ name: 'ended_at', type: 'datetime', precision: 3, nullable: true })
  endedAt!: Date | null

  /** Who took it down; null while it was not. */
  @Index('ix_broadcasts_archived_by')
  @Column({ name: 'archived_by', type: 'bigint', unsigned: true, nullable: true })
  archivedBy!: string | null

  @Column({ name: 'archived_at', type: 'datetime', precision: 3, nullable: true })
  archivedAt!: Date | null
}
