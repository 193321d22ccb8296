import type { MediaPreset, MediaType } from '@nation/domain/media'
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm'

/** A file that a citizen uploaded. Two citizens who upload the same have a file each. */
@Entity('media')
@Index('ix_media_owner', ['ownerId', 'createdAt'])
export class Media {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Column({ name: 'owner_id', type: 'bigint', unsigned: true })
  ownerId!: string

  /** Where the store keeps it and, behind `/media/`, where it is served. */
  @Index('uq_media_name', { unique: true })
  @Column({ type: 'varchar', length: 80, charset: 'ascii', collation: 'ascii_bin' })
  name!: string

  /** SHA-256 of the stored bytes, in hexadecimal. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  hash!: string

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  preset!: MediaPreset

  @Column({ type: 'varchar', length: 80, charset: 'ascii', collation: 'ascii_bin' })
  type!: MediaType

  /** As stored. */
  @Column({ type: 'int', unsigned: true })
  bytes!: number

  /** As sent: what the day's allowance counts. */
  @Column({ name: 'sent_bytes', type: 'int', unsigned: true })
  sentBytes!: number

  @Column({ type: 'int', unsigned: true, nullable: true })
  width!: number | null

  @Column({ type: 'int', unsigned: true, nullable: true })
  height!: number | null

  /** When it was last uploaded. */
  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt!: Date

  /** When housekeeping checks whether anything still points to it. */
  @Index('ix_media_review')
  @Column({ name: 'review_at', type: 'datetime', precision: 3 })
  reviewAt!: Date

  /** When its removal began: from then on nothing may begin to show it. The row goes after the file. */
  @Column({ name: 'removed_at', type: 'datetime', precision: 3, nullable: true })
  removedAt!: Date | null
}
