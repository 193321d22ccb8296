import type { DataSource } from 'typeorm'
import type { Projection, Reaction } from '../journal'
import type { Config, Counter, TableRights } from '../platform'
import type { Retention } from './retention'

/**
 * What a feature adds to the lists of the whole nation. Each feature states its own in `feature.ts`; `nation` makes the lists
 * of them.
 */
export interface Feature {
  readonly entities?: readonly (new () => object)[]
  /** What the account that serves may do with each table of the feature. */
  readonly tables?: Readonly<Record<string, TableRights>>
  /** Figures that are stored beside the rows they count. */
  readonly counters?: readonly Counter[]
  /** Rows that expire, and how a batch of them is removed. */
  readonly retention?: readonly Retention[]
  /** What follows from a fact in the journal. */
  readonly reactions?: (database: DataSource, config: Config) => readonly Reaction[]
  /** Tables that follow the journal, in its order. */
  readonly projections?: readonly Projection[]
}
