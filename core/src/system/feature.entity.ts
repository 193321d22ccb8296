import type { FeatureName } from '@nation/domain/system'
import { Column, Entity, PrimaryColumn } from 'typeorm'

/** A feature that an administrator switched; what has no row is on (ruling: feature flags). */
@Entity('feature_flags')
export class FeatureFlag {
  @PrimaryColumn({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  name!: FeatureName

  @Column({ type: 'boolean' })
  enabled!: boolean

  @Column({ name: 'changed_at', type: 'datetime', precision: 3 })
  changedAt!: Date

  /** Null when it was the operator's command. */
  @Column({ name: 'changed_by', type: 'bigint', unsigned: true, nullable: true })
  changedBy!: string | null
}
