import { Column, Entity, Index, PrimaryColumn } from 'typeorm'

/** A public page that its citizen shows. The row goes when they no longer do, and when they leave. */
@Entity('citizen_pages')
export class CitizenPage {
  @PrimaryColumn({ name: 'citizen_id', type: 'bigint', unsigned: true })
  citizenId!: string

  @Index('uq_citizen_pages_number', { unique: true })
  @Column({ type: 'varchar', length: 12, charset: 'ascii', collation: 'ascii_bin' })
  number!: string

  @Column({ name: 'shown_at', type: 'datetime', precision: 3 })
  shownAt!: Date
}
