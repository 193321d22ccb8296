import { salaryPercentages } from './percentages-column'
import { dollarsOf } from '@nation/domain/bank'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { readCursor, writeCursor, column, type Context, readRows, type RowOf } from '../platform'

const rowShape = {
  number: column.integer,
  starts_at: column.instant,
  due_at: column.instant,
  processed_at: column.instant,
  processed_by: column.text.nullable,
  total_cents: column.integer,
  paid_cents: column.integer,
  vacant_cents: column.integer,
  percentages: column.json(salaryPercentages),
  payments: column.integer,
  settled: column.integer,
}

type Row = RowOf<typeof rowShape>

const page = 20

/** `bank.get-cycles`: cycles that were paid, the newest first. */
export async function listCycles(
  ctx: Context,
  input: CallInput<'bank.get-cycles'>,
): Promise<CallOutput<'bank.get-cycles'>> {
  const limit = input.limit ?? page
  const before = input.cursor === undefined ? [] : readCursor(input.cursor, 1)
  const rows = await readRows(
    ctx.tx,
    rowShape,
    `SELECT y.number, y.starts_at, y.due_at, y.processed_at, z.username AS processed_by, y.total_cents, y.paid_cents,
       y.vacant_cents, y.percentages,
       (SELECT COUNT(*) FROM bank_payments p WHERE p.cycle_id = y.id) AS payments,
       (SELECT COUNT(*) FROM bank_payments p JOIN bank_payouts o ON o.payment_id = p.id WHERE p.cycle_id = y.id) AS settled
     FROM bank_cycles y LEFT JOIN citizens z ON z.id = y.processed_by
     ${before.length > 0 ? 'WHERE y.number < ?' : ''} ORDER BY y.number DESC LIMIT ${limit + 1}`,
    before,
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    success: true,
    cycles: shown.map(presentCycle),
    nextCursor: last && rows.length > limit ? writeCursor([last.number]) : null,
  }
}

const presentCycle = (row: Row): CallOutput<'bank.get-cycles'>['cycles'][number] => ({
  number: row.number,
  startsAt: row.starts_at.getTime(),
  dueAt: row.due_at.getTime(),
  processedAt: row.processed_at.getTime(),
  processedBy: row.processed_by,
  total: dollarsOf(row.total_cents),
  totalCents: String(row.total_cents),
  paid: dollarsOf(row.paid_cents),
  vacant: dollarsOf(row.vacant_cents),
  payments: row.payments,
  settled: row.settled,
  salaryPercentages: row.percentages,
})
