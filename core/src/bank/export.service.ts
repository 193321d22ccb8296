import { batchColumns, linesThatReturn, payoutLimits, plainDollars } from '@nation/domain/bank'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { officeTitle } from '@nation/domain/elections'
import { governmentRoles } from '@nation/domain/permissions'
import { csvLine, csvOf, isoDay } from '@nation/domain/formats'
import { allCountersOf, type CitizenContext, column, type Context, readRows, type RowOf } from '../platform'
import { waitingCounter } from './bank-counter'
import { paymentKeys, paymentsByKey } from './payments.queries'

const batchSize = 500

const columns = [
  'payment',
  'cycle',
  'from',
  'due',
  'office',
  'payee',
  'handle',
  'percent',
  'held_ms',
  'amount',
  'status',
  'paid_at',
  'reference',
  'movement',
]

/** `bank.export-payments`: every salary that was booked, as CSV, read piece by piece. */
export async function exportPayments(
  ctx: Context,
  { userId }: CallInput<'bank.export-payments'>,
): Promise<{ readonly filename: string; readonly csv: string }> {
  const parts = [csvOf(columns, [])]
  let before: string | undefined
  for (;;) {
    const keys = await paymentKeys(ctx.tx, { userId }, { before, limit: batchSize })
    const found = await paymentsByKey(ctx.tx, keys)
    for (const { view } of found) {
      parts.push(
        csvLine([
          view.id,
          view.cycle,
          isoOf(view.cycleStartsAt),
          isoOf(view.cycleDueAt),
          view.title,
          view.payee.username,
          view.payee.twitterUsername,
          view.percent,
          view.heldMs,
          plainDollars(Number(view.amountCents)),
          view.status,
          view.paidAt === null ? null : isoOf(view.paidAt),
          view.reference,
          view.movementId,
        ]),
      )
    }
    const last = found.at(-1)
    if (!last || found.length < batchSize) break
    before = last.key
  }
  return { filename: `nation-payments-${isoDay(ctx.now())}.csv`, csv: parts.join('') }
}

const isoOf = (instant: number): string => new Date(instant).toISOString()

const waitingRow = {
  uid: column.text,
  number: column.integer,
  office: column.oneOf(governmentRoles),
  username: column.text,
  handle: column.text,
  wallet_address: column.text.nullable,
  amount_cents: column.integer,
}

type WaitingRow = RowOf<typeof waitingRow>

/**
 * `bank.export-batch`: what waits to be paid out, oldest first, with the wallets that it goes to; of very much as much as
 * comes back in one request.
 */
export async function exportBatch(
  ctx: CitizenContext,
  { cycle }: CallInput<'bank.export-batch'>,
): Promise<CallOutput<'bank.export-batch'>> {
  const rows = await readRows(
    ctx.tx,
    waitingRow,
    `SELECT p.uid, w.cycle_number AS number, p.office, z.username, z.handle, z.wallet_address, p.amount_cents
     FROM bank_waiting w FORCE INDEX (ix_bank_waiting_cycle)
     STRAIGHT_JOIN bank_payments p ON p.id = w.payment_id STRAIGHT_JOIN citizens z ON z.id = p.citizen_id
     ${cycle === undefined ? '' : 'WHERE w.cycle_number = ?'}
     ORDER BY w.cycle_number, w.payment_id DESC LIMIT ${payoutLimits.lines}`,
    cycle === undefined ? [] : [cycle],
  )
  const waiting = [...(await allCountersOf(ctx.tx, waitingCounter))]
    .filter(([number]) => cycle === undefined || number === String(cycle))
    .reduce((sum, [, n]) => sum + n, 0)
  const lines = rows.map(batchLine)
  ctx.journal.add({ kind: 'admin.exported', actor: ctx.caller.uid, facts: { file: 'payouts', about: null } })
  const payments = linesThatReturn(lines)
  return {
    success: true,
    filename: `nation-payouts-${isoDay(ctx.now())}.csv`,
    csv: [csvOf([...batchColumns], []), ...lines.slice(0, payments)].join(''),
    payments,
    waiting,
  }
}

const batchLine = (row: WaitingRow): string =>
  csvLine([
    row.uid,
    row.number,
    officeTitle(row.office),
    row.username,
    row.handle,
    row.wallet_address,
    plainDollars(row.amount_cents),
    null,
  ])
