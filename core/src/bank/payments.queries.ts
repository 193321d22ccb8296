import { dollarsOf, percentUnits, type PayoutRailName, type SalaryPercentages } from '@nation/domain/bank'
import type { GovernmentRole } from '@nation/domain/citizens'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { officeTitle } from '@nation/domain/elections'
import type { EntityManager } from 'typeorm'
import { readCursor, writeCursor } from '../platform/cursor'
import type { Context } from '../platform'
import { readJson } from '../platform/database'
import { personColumns, presentPerson, type PersonRow } from './people'

type PaymentView = CallOutput<'bank.get-payments'>['payments'][number]

interface Row extends PersonRow {
  id: string
  uid: string
  office: GovernmentRole
  amount_cents: string
  held_ms: string
  cycle_number: number
  starts_at: Date
  due_at: Date
  percentages: unknown
  movement_uid: string
  booked_at: Date
  seal: string
  rail: PayoutRailName | null
  reference: string | null
  paid_at: Date | null
}

/** Payments with all that their receipts say, the newest first; `p` is the payment, `y` its cycle, `o` its payout. */
export async function paymentsWhere(
  tx: EntityManager,
  where: string,
  values: readonly unknown[],
  limit: number,
): Promise<{ readonly key: string; readonly view: PaymentView }[]> {
  const rows: Row[] = await tx.query(
    `SELECT p.id, p.uid, p.office, p.amount_cents, p.held_ms, y.number AS cycle_number, y.starts_at, y.due_at, y.percentages,
       m.uid AS movement_uid, m.booked_at, m.seal, o.rail, o.reference, o.paid_at, ${personColumns('z')}
     FROM bank_payments p
     JOIN bank_cycles y ON y.id = p.cycle_id
     JOIN ledger_movements m ON m.id = p.movement_id
     JOIN citizens z ON z.id = p.citizen_id
     LEFT JOIN bank_payouts o ON o.payment_id = p.id
     WHERE ${where} ORDER BY p.id DESC LIMIT ${limit}`,
    [...values],
  )
  return rows.map((row) => ({ key: row.id, view: presentPayment(row) }))
}

function presentPayment(row: Row): PaymentView {
  const percentages = readJson<SalaryPercentages>(row.percentages)
  return {
    id: row.uid,
    cycle: row.cycle_number,
    cycleStartsAt: row.starts_at.getTime(),
    cycleDueAt: row.due_at.getTime(),
    office: row.office,
    title: officeTitle(row.office),
    payee: presentPerson(row),
    percent: percentUnits(percentages[row.office] ?? 0) / 100,
    heldMs: Number(row.held_ms),
    amount: dollarsOf(Number(row.amount_cents)),
    amountCents: row.amount_cents,
    bookedAt: row.booked_at.getTime(),
    movementId: row.movement_uid,
    seal: row.seal,
    status: row.paid_at === null ? 'pending' : 'paid',
    paidAt: row.paid_at?.getTime() ?? null,
    rail: row.rail,
    reference: row.reference,
  }
}

const page = 20

/** `bank.get-payments`: salaries that were booked, the newest first. */
export async function listPayments(
  ctx: Context,
  input: CallInput<'bank.get-payments'>,
): Promise<CallOutput<'bank.get-payments'>> {
  const limit = input.limit ?? page
  const conditions: [string, unknown][] = [
    ['p.uid = ?', input.paymentId],
    ['z.uid = ?', input.userId],
    ['p.office = ?', input.office],
    ['y.number = ?', input.cycle],
    ['p.id < ?', input.cursor === undefined ? undefined : readCursor(input.cursor, 1)[0]],
  ]
  const asked = conditions.filter(([, value]) => value !== undefined)
  const status = { pending: ['o.payment_id IS NULL'], paid: ['o.payment_id IS NOT NULL'] }
  const where = [...asked.map(([sql]) => sql), ...(input.status ? status[input.status] : [])]
  const found = await paymentsWhere(
    ctx.tx,
    where.length > 0 ? where.join(' AND ') : 'TRUE',
    asked.map(([, value]) => value),
    limit + 1,
  )
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    success: true,
    payments: shown.map(({ view }) => view),
    nextCursor: last && found.length > limit ? writeCursor([last.key]) : null,
  }
}
