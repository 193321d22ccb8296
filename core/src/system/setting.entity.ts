import { Column, Entity, PrimaryColumn } from 'typeorm'

/** A setting of the nation that an operator changed; one without a row or a value is as this version of the product says. */
@Entity('settings')
export class Setting {
  @PrimaryColumn({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  name!: string

  /** JSON. */
  @Column({ type: 'text', nullable: true })
  value!: string | null

  @Column({ type: 'int', unsigned: true })
  version!: number

  @Column({ name: 'changed_at', type: 'datetime', precision: 3, nullable: true })
  changedAt!: Date | null

  @Column({ name: 'changed_by', type: 'bigint', unsigned: true, nullable: true })
  changedBy!: string | null
}
