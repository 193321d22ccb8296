import { batchColumns, plainDollars } from '@nation/domain/bank'
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

/** `bank.export-batch`: what waits to be paid out, oldest first, with the wallets that it goes to. */
export async function exportBatch(
  ctx: CitizenContext,
  { cycle }: CallInput<'bank.export-batch'>,
): Promise<CallOutput<'bank.export-batch'>> {
  const rows: WaitingRow[] = await ctx.tx.query(
    `SELECT p.uid, y.number, p.office, z.username, z.handle, z.wallet_address, p.amount_cents
     FROM bank_payments p JOIN bank_cycles y ON y.id = p.cycle_id JOIN citizens z ON z.id = p.citizen_id
     LEFT JOIN bank_payouts o ON o.payment_id = p.id
     WHERE o.payment_id IS NULL ${cycle === undefined ? '' : 'AND y.number = ?'} ORDER BY y.number, p.id DESC LIMIT 1000`,
    cycle === undefined ? [] : [cycle],
  )
  const csv = csvOf(
    [...batchColumns],
    rows.map((row) => [
      row.uid,
      row.number,
      officeTitle(row.office),
      row.username,
      row.handle,
      row.wallet_address,
      plainDollars(Number(row.amount_cents)),
      null,
    ]),
  )
  return { success: true, filename: `nation-payouts-${dayOf(ctx.now())}.csv`, csv, payments: rows.length }
}
