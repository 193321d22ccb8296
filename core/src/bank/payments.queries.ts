import { salaryPercentages } from './percentages-column'
import { dollarsOf, percentUnits, payoutRails } from '@nation/domain/bank'
import { governmentRoles } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { officeTitle } from '@nation/domain/elections'
import type { EntityManager } from 'typeorm'
import { readCursor, writeCursor, column, type Context, readRows, type RowOf } from '../platform'
import { personColumns, presentPerson, personRow } from './people'

type PaymentView = CallOutput<'bank.get-payments'>['payments'][number]

const paymentRow = {
  id: column.key,
  uid: column.text,
  office: column.oneOf(governmentRoles),
  amount_cents: column.integer,
  held_ms: column.integer,
  cycle_number: column.integer,
  starts_at: column.instant,
  due_at: column.instant,
  percentages: column.json(salaryPercentages),
  movement_uid: column.text,
  booked_at: column.instant,
  seal: column.text,
  rail: column.oneOf(payoutRails).nullable,
  reference: column.text.nullable,
  paid_at: column.instant.nullable,
  ...personRow,
}

type Row = RowOf<typeof paymentRow>

/** Payments by their row keys with all that their receipts say, the newest first. */
export async function paymentsByKey(
  tx: EntityManager,
  keys: readonly string[],
): Promise<{ readonly key: string; readonly view: PaymentView }[]> {
  if (keys.length === 0) return []
  const rows = await readRows(
    tx,
    paymentRow,
    `SELECT p.id, p.uid, p.office, p.amount_cents, p.held_ms, y.number AS cycle_number, y.starts_at, y.due_at, y.percentages,
       m.uid AS movement_uid, m.booked_at, m.seal, o.rail, o.reference, o.paid_at, ${personColumns('z')}
     FROM bank_payments p
     JOIN bank_cycles y ON y.id = p.cycle_id
     JOIN ledger_movements m ON m.id = p.movement_id
     JOIN citizens z ON z.id = p.citizen_id
     LEFT JOIN bank_payouts o ON o.payment_id = p.id
     WHERE p.id IN (?) ORDER BY p.id DESC`,
    [keys],
  )
  return rows.map((row) => ({ key: row.id, view: presentPayment(row) }))
}

function presentPayment(row: Row): PaymentView {
  const { percentages } = row
  return {
    id: row.uid,
    cycle: row.cycle_number,
    cycleStartsAt: row.starts_at.getTime(),
    cycleDueAt: row.due_at.getTime(),
    office: row.office,
    title: officeTitle(row.office),
    payee: presentPerson(row),
    percent: percentUnits(percentages[row.office] ?? 0) / 100,
    heldMs: row.held_ms,
    amount: dollarsOf(row.amount_cents),
    amountCents: String(row.amount_cents),
    bookedAt: row.booked_at.getTime(),
    movementId: row.movement_uid,
    seal: row.seal,
    status: row.paid_at === null ? 'pending' : 'paid',
    paidAt: row.paid_at?.getTime() ?? null,
    rail: row.rail,
    reference: row.reference,
  }
}

type Asked = Omit<CallInput<'bank.get-payments'>, 'limit' | 'cursor'>

/**
 * Row keys of payments, the newest first, from before one of them: read in the order of the index that fits what is asked for,
 * and no further than the list goes.
 */
export async function paymentKeys(
  tx: EntityManager,
  asked: Asked,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<string[]> {
  const conditions: [string, unknown][] = [
    ['p.uid = ?', asked.paymentId],
    ['p.citizen_id = (SELECT id FROM citizens WHERE uid = ?)', asked.userId],
    ['p.cycle_id = (SELECT id FROM bank_cycles WHERE number = ?)', asked.cycle],
    ['p.office = ?', asked.office],
    ['p.id < ?', before],
  ]
  const given = conditions.filter(([, value]) => value !== undefined)
  const narrow = given.some(([sql]) => sql !== 'p.id < ?')
  const payouts = '(SELECT 1 FROM bank_payouts o WHERE o.payment_id = p.id)'
  const status = { pending: `NOT EXISTS ${payouts}`, paid: `EXISTS ${payouts}` }
  const from =
    narrow || !asked.status ? `bank_payments p ${narrow ? '' : 'FORCE INDEX (PRIMARY)'}` : lists[asked.status]
  const where = [...given.map(([sql]) => sql), ...(narrow && asked.status ? [status[asked.status]] : [])]
  const rows = await readRows(
    tx,
    { id: column.key },
    `SELECT p.id FROM ${from} WHERE ${where.join(' AND ') || 'TRUE'} ORDER BY p.id DESC LIMIT ${limit}`,
    given.map(([, value]) => value),
  )
  return rows.map(({ id }) => id)
}

/** What waits and what was paid out, by the payments' row keys. */
const lists = {
  pending: '(SELECT payment_id AS id FROM bank_waiting) AS p',
  paid: '(SELECT payment_id AS id FROM bank_payouts) AS p',
} as const

const page = 20

/** `bank.get-payments`: salaries that were booked, the newest first. */
export async function listPayments(
  ctx: Context,
  { limit = page, cursor, ...asked }: CallInput<'bank.get-payments'>,
): Promise<CallOutput<'bank.get-payments'>> {
  const before = cursor === undefined ? undefined : readCursor(cursor, 1)[0]
  const keys = await paymentKeys(ctx.tx, asked, { before, limit: limit + 1 })
  const shown = await paymentsByKey(ctx.tx, keys.slice(0, limit))
  const last = shown.at(-1)
  return {
    success: true,
    payments: shown.map(({ view }) => view),
    nextCursor: last && keys.length > limit ? writeCursor([last.key]) : null,
  }
}
