import { batchColumns, linesThatReturn, payoutLimits, plainDollars } from '@nation/domain/bank'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { officeTitle } from '@nation/domain/elections'
import type { GovernmentRole } from '@nation/domain/citizens'
import { csvLine, csvOf } from '@nation/domain/formats'
import type { CitizenContext, Context } from '../platform'
import { paymentsWhere } from './payments.queries'

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
  let before: string | null = null
  for (;;) {
    const conditions = [...(userId ? ['z.uid = ?'] : []), ...(before === null ? [] : ['p.id < ?'])]
    const values = [...(userId ? [userId] : []), ...(before === null ? [] : [before])]
    const found = await paymentsWhere(ctx.tx, conditions.join(' AND ') || 'TRUE', values, batchSize)
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
  return { filename: `nation-payments-${dayOf(ctx.now())}.csv`, csv: parts.join('') }
}

const isoOf = (instant: number): string => new Date(instant).toISOString()
const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

interface WaitingRow {
  uid: string
  number: number
  office: GovernmentRole
  username: string
  handle: string
  wallet_address: string | null
  amount_cents: string
}

/**
 * `bank.export-batch`: what waits to be paid out, oldest first, with the wallets that it goes to; of very much as much as
 * comes back in one request.
 */
export async function exportBatch(
  ctx: CitizenContext,
  { cycle }: CallInput<'bank.export-batch'>,
): Promise<CallOutput<'bank.export-batch'>> {
  const waiting = `bank_payments p JOIN bank_cycles y ON y.id = p.cycle_id LEFT JOIN bank_payouts o ON o.payment_id = p.id
    JOIN citizens z ON z.id = p.citizen_id WHERE o.payment_id IS NULL${cycle === undefined ? '' : ' AND y.number = ?'}`
  const values = cycle === undefined ? [] : [cycle]
  const rows: WaitingRow[] = await ctx.tx.query(
    `SELECT p.uid, y.number, p.office, z.username, z.handle, z.wallet_address, p.amount_cents FROM ${waiting}
     ORDER BY y.number, p.id DESC LIMIT ${payoutLimits.lines}`,
    values,
  )
  const counts: { n: string }[] = await ctx.tx.query(`SELECT COUNT(*) AS n FROM ${waiting}`, values)
  const lines = rows.map(batchLine)
  const payments = linesThatReturn(lines)
  return {
    success: true,
    filename: `nation-payouts-${dayOf(ctx.now())}.csv`,
    csv: [csvOf([...batchColumns], []), ...lines.slice(0, payments)].join(''),
    payments,
    waiting: Number(counts[0]?.n ?? 0),
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
    plainDollars(Number(row.amount_cents)),
    null,
  ])
