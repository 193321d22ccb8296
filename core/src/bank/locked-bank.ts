import type { CycleSpan } from '@nation/domain/bank'
import type { EntityManager } from 'typeorm'
import { column, readFirst, type RowOf } from '../platform'

/** The seal before the first movement. */
export const firstSeal = '0'.repeat(64)

/** The cycle that runs: its number, from when it lasts, and when it is due. Milliseconds since the epoch. */
export interface OpenCycle extends CycleSpan {
  readonly number: number
}

const rowShape = {
  cycle_number: column.integer.nullable,
  cycle_starts_at: column.instant.nullable,
  cycle_due_at: column.instant.nullable,
  movements: column.integer,
  seal: column.text,
}

type Row = RowOf<typeof rowShape>

/** The bank, locked: only the transaction that has the lock changes cycles, settings or the ledger. */
export interface LockedBank {
  cycle: OpenCycle | null
  /** How many movements there are. */
  movements: number
  /** The last movement's seal. */
  seal: string
}

const columns = 'cycle_number, cycle_starts_at, cycle_due_at, movements, seal'

/** Takes the bank's lock until the transaction ends; also where its row does not exist yet. */
export async function lockBank(tx: EntityManager): Promise<LockedBank> {
  await tx.query('INSERT INTO bank_state (id, movements, seal) VALUES (1, 0, ?) ON DUPLICATE KEY UPDATE id = id', [
    firstSeal,
  ])
  const row = await readFirst(tx, rowShape, `SELECT ${columns} FROM bank_state WHERE id = 1 FOR UPDATE`)
  return bankOf(row)
}

/** The bank as it stands, without a lock, for reading. */
export async function readBank(tx: EntityManager): Promise<LockedBank> {
  const row = await readFirst(tx, rowShape, `SELECT ${columns} FROM bank_state WHERE id = 1`)
  return bankOf(row)
}

/** Writes what has become of a locked bank. */
export async function saveBank(tx: EntityManager, bank: LockedBank, at: Date): Promise<void> {
  const { cycle } = bank
  await tx.query(
    `UPDATE bank_state SET cycle_number = ?, cycle_starts_at = ?, cycle_due_at = ?, movements = ?, seal = ?, updated_at = ?
     WHERE id = 1`,
    [
      cycle?.number ?? null,
      cycle && new Date(cycle.startsAt),
      cycle && new Date(cycle.dueAt),
      bank.movements,
      bank.seal,
      at,
    ],
  )
}

function bankOf(row: Row | undefined): LockedBank {
  if (!row) return { cycle: null, movements: 0, seal: firstSeal }
  const { cycle_number: number, cycle_starts_at: startsAt, cycle_due_at: dueAt } = row
  const running = number !== null && startsAt !== null && dueAt !== null
  return {
    cycle: running ? { number, startsAt: startsAt.getTime(), dueAt: dueAt.getTime() } : null,
    movements: row.movements,
    seal: row.seal,
  }
}
