import type { GovernmentRole } from '@nation/domain/permissions'
import type { SalaryPercentages } from '@nation/domain/bank'
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm'

/** The one row whose lock makes the bank's changes happen one after the other: the open cycle, and the ledger's head. */
@Entity('bank_state')
export class BankState {
  @PrimaryColumn({ type: 'tinyint', unsigned: true })
  id!: number

  /** Null before the cycle was started. */
  @Column({ name: 'cycle_number', type: 'int', unsigned: true, nullable: true })
  cycleNumber!: number | null

  @Column({ name: 'cycle_starts_at', type: 'datetime', precision: 3, nullable: true })
  cycleStartsAt!: Date | null

  @Column({ name: 'cycle_due_at', type: 'datetime', precision: 3, nullable: true })
  cycleDueAt!: Date | null

  /** How many movements the ledger has. */
  @Column({ type: 'bigint', unsigned: true })
  movements!: string

  /** The seal of the last of them. */
  @Column({ type: 'char', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  seal!: string

  @Column({ name: 'updated_at', type: 'datetime', precision: 3, nullable: true })
  updatedAt!: Date | null
}

/** The budget of a cycle, from an instant on. Rows are added, never changed. */
@Entity('bank_totals')
export class BankTotal {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Column({ name: 'total_cents', type: 'bigint' })
  totalCents!: string

  @Column({ name: 'effective_from', type: 'datetime', precision: 3 })
  effectiveFrom!: Date

  @Index('ix_bank_totals_set_by')
  @Column({ name: 'set_by', type: 'bigint', unsigned: true })
  setBy!: string
}

/** What each office gets of the budget, from an instant on. Rows are added, never changed. */
@Entity('bank_percentages')
export class BankPercentages {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Column({ type: 'json' })
  percentages!: SalaryPercentages

  @Column({ name: 'effective_from', type: 'datetime', precision: 3 })
  effectiveFrom!: Date

  @Index('ix_bank_percentages_set_by')
  @Column({ name: 'set_by', type: 'bigint', unsigned: true })
  setBy!: string
}

/** A cycle that was paid, with what was in force for it. */
@Entity('bank_cycles')
export class BankCycle {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Index('uq_bank_cycles_number', { unique: true })
  @Column({ type: 'int', unsigned: true })
  number!: number

  @Column({ name: 'starts_at', type: 'datetime', precision: 3 })
  startsAt!: Date

  @Index('uq_bank_cycles_due', { unique: true })
  @Column({ name: 'due_at', type: 'datetime', precision: 3 })
  dueAt!: Date

  @Column({ name: 'total_cents', type: 'bigint' })
  totalCents!: string

  @Column({ name: 'paid_cents', type: 'bigint' })
  paidCents!: string

  /** The part of vacant time, which went back to the treasury. */
  @Column({ name: 'vacant_cents', type: 'bigint' })
  vacantCents!: string

  @Column({ type: 'json' })
  percentages!: SalaryPercentages

  @Column({ name: 'processed_at', type: 'datetime', precision: 3 })
  processedAt!: Date

  /** Who pressed; null when it was paid by itself. */
  @Index('ix_bank_cycles_processed_by')
  @Column({ name: 'processed_by', type: 'bigint', unsigned: true, nullable: true })
  processedBy!: string | null
}

/** A salary: once for each cycle, office and payee. */
@Entity('bank_payments')
@Index('uq_bank_payments_once', ['cycleId', 'office', 'citizenId'], { unique: true })
@Index('ix_bank_payments_citizen', ['citizenId', 'id'])
@Index('ix_bank_payments_office', ['office', 'id'])
export class BankPayment {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Index('uq_bank_payments_uid', { unique: true })
  @Column({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  uid!: string

  @Column({ name: 'cycle_id', type: 'bigint', unsigned: true })
  cycleId!: string

  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  office!: GovernmentRole

  @Column({ name: 'citizen_id', type: 'bigint', unsigned: true })
  citizenId!: string

  @Column({ name: 'amount_cents', type: 'bigint' })
  amountCents!: string

  /** How long the office was held in the cycle, in milliseconds. */
  @Column({ name: 'held_ms', type: 'bigint', unsigned: true })
  heldMs!: string

  /** The movement that booked it. */
  @Index('ix_bank_payments_movement')
  @Column({ name: 'movement_id', type: 'bigint', unsigned: true })
  movementId!: string
}

/** A salary that was paid out, with its reference: once for each payment. */
@Entity('bank_payouts')
export class BankPayout {
  @PrimaryColumn({ name: 'payment_id', type: 'bigint', unsigned: true })
  paymentId!: string

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  rail!: 'ledger'

  @Column({ type: 'varchar', length: 120 })
  reference!: string

  @Index('uq_bank_payouts_movement', { unique: true })
  @Column({ name: 'movement_id', type: 'bigint', unsigned: true })
  movementId!: string

  @Index('ix_bank_payouts_paid_by')
  @Column({ name: 'paid_by', type: 'bigint', unsigned: true, nullable: true })
  paidBy!: string | null

  @Column({ name: 'paid_at', type: 'datetime', precision: 3 })
  paidAt!: Date
}

/** A check of the books; `night` is null where an administrator asked for it. */
@Entity('bank_checks')
export class BankCheck {
  @PrimaryGeneratedColumn('increment', { type: 'bigint', unsigned: true })
  id!: string

  @Index('uq_bank_checks_night', { unique: true })
  @Column({ type: 'datetime', precision: 3, nullable: true })
  night!: Date | null

  @Column({ name: 'checked_at', type: 'datetime', precision: 3 })
  checkedAt!: Date

  @Column({ type: 'bigint', unsigned: true })
  movements!: string

  /** Sentences; none when everything is right. */
  @Column({ type: 'json' })
  problems!: string[]
}
