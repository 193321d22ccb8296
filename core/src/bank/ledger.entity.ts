import type { AccountKind, MovementKind } from '@nation/domain/bank'
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm'

/** An account of the ledger: the nation's own, one for each official, and one for all that is outside. */
@Entity('ledger_accounts')
export class LedgerAccount {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  /** Its kind, or `official:<public id>`. */
  @Index('uq_ledger_accounts_name', { unique: true })
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  name!: string

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  kind!: AccountKind

  @Index('uq_ledger_accounts_citizen', { unique: true })
  @Column({ name: 'citizen_id', type: 'bigint', unsigned: true, nullable: true })
  citizenId!: string | null

  /** The sum of its entries, written in the transaction that adds them and checked every night. */
  @Column({ name: 'balance_cents', type: 'bigint' })
  balanceCents!: string
}

/** A movement of money. Never changed and never deleted: each one's seal covers the one before it. */
@Entity('ledger_movements')
@Index('uq_ledger_movements_cycle', ['kind', 'cycleNumber'], { unique: true })
export class LedgerMovement {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Index('uq_ledger_movements_uid', { unique: true })
  @Column({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  uid!: string

  /** Its place in the ledger, from 1, without gaps. */
  @Index('uq_ledger_movements_number', { unique: true })
  @Column({ type: 'bigint', unsigned: true })
  number!: string

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  kind!: MovementKind

  @Column({ name: 'cycle_number', type: 'int', unsigned: true, nullable: true })
  cycleNumber!: number | null

  @Index('uq_ledger_movements_payment', { unique: true })
  @Column({
    name: 'payment_uid',
    type: 'char',
    length: 36,
    charset: 'ascii',
    collation: 'ascii_bin',
    nullable: true,
  })
  paymentUid!: string | null

  @Column({ type: 'varchar', length: 120, nullable: true })
  reference!: string | null

  /** Who booked it; null when the nation did. */
  @Index('ix_ledger_movements_actor')
  @Column({ name: 'actor_id', type: 'bigint', unsigned: true, nullable: true })
  actorId!: string | null

  @Column({ name: 'booked_at', type: 'datetime', precision: 3 })
  bookedAt!: Date

  /** SHA-256 of the seal before it and of what it says. */
  @Column({ type: 'char', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  seal!: string
}

/** One side of a movement. Those of one movement add up to nothing. */
@Entity('ledger_entries')
@Index('ix_ledger_entries_account', ['accountId', 'amountCents'])
export class LedgerEntryRow {
  @PrimaryColumn({ name: 'movement_id', type: 'bigint', unsigned: true })
  movementId!: string

  @PrimaryColumn({ name: 'account_id', type: 'bigint', unsigned: true })
  accountId!: string

  @Column({ name: 'amount_cents', type: 'bigint' })
  amountCents!: string
}
