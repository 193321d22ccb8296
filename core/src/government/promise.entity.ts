import type { PromiseKind, PromiseMark as Mark, PromiseState as State } from '@nation/domain/government'
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm'

const word = { type: 'varchar', length: 8, charset: 'ascii', collation: 'ascii_bin' } as const

/** What an official says of a promise, with how citizens mark it. */
abstract class Word {
  @Column(word)
  state!: State

  /** Empty when its author left the nation. */
  @Column({ type: 'varchar', length: 280 })
  sentence!: string

  @Column({ type: 'varchar', length: 500, nullable: true })
  link!: string | null

  @Column({ name: 'set_at', type: 'datetime', precision: 3 })
  setAt!: Date

  @Column({ type: 'int', unsigned: true })
  agrees!: number

  @Column({ type: 'int', unsigned: true })
  disagrees!: number
}

/** The word that stands. The promise's text is the candidacy's, which does not change once it is archived. */
@Entity('promise_states')
@Index('uq_promise_states', ['candidacyId', 'kind', 'place'], { unique: true })
export class PromiseState extends Word {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  /** Counts from 1; each change begins a new round of marks. */
  @Column({ type: 'tinyint', unsigned: true })
  round!: number

  @Column({ name: 'candidacy_id', type: 'bigint', unsigned: true })
  candidacyId!: string

  @Column(word)
  kind!: PromiseKind

  /** In the candidacy's list, from 0. */
  @Column({ type: 'tinyint', unsigned: true })
  place!: number
}

/** A word that stood before, with the counts that it had in the end. */
@Entity('promise_history')
export class PromiseHistory extends Word {
  @PrimaryColumn({ name: 'promise_id', type: 'bigint', unsigned: true })
  promiseId!: string

  @PrimaryColumn({ type: 'tinyint', unsigned: true })
  round!: number
}

/** A citizen's mark, of the word of one round: one for each promise. */
@Entity('promise_marks')
@Index('ix_promise_marks_citizen', ['citizenId'])
export class PromiseMark {
  @PrimaryColumn({ name: 'promise_id', type: 'bigint', unsigned: true })
  promiseId!: string

  @PrimaryColumn({ name: 'citizen_id', type: 'bigint', unsigned: true })
  citizenId!: string

  @Column({ type: 'tinyint', unsigned: true })
  round!: number

  @Column(word)
  mark!: Mark

  @Column({ name: 'marked_at', type: 'datetime', precision: 3 })
  markedAt!: Date
}
