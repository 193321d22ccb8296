import { dollarsOf, plainDollars, readBatch, type PayoutLine, type WrongLine } from '@nation/domain/bank'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { governmentRoles } from '@nation/domain/permissions'
import type { EntityManager } from 'typeorm'
import { type CitizenContext, column, readRows, type RowOf } from '../platform'
import { ledgerRail } from './ledger-rail'
import { saveBank, lockBank } from './locked-bank'
import { paymentsByKey } from './payments.queries'
import type { PayoutOrder, PayoutRail } from './rail'

const openRow = {
  id: column.key,
  uid: column.text,
  amount_cents: column.integer,
  office: column.oneOf(governmentRoles),
  cycle_number: column.integer,
  citizen_id: column.key,
  payee_uid: column.text,
  reference: column.text.nullable,
}

type OpenRow = RowOf<typeof openRow>

/** Payments by public id, with the reference under which they were settled. Read with the bank locked. */
async function paymentsNamed(tx: EntityManager, uids: readonly string[]): Promise<Map<string, OpenRow>> {
  if (uids.length === 0) return new Map()
  const rows = await readRows(
    tx,
    openRow,
    `SELECT p.id, p.uid, p.amount_cents, p.office, y.number AS cycle_number, p.citizen_id, z.uid AS payee_uid, o.reference
     FROM bank_payments p JOIN bank_cycles y ON y.id = p.cycle_id JOIN citizens z ON z.id = p.citizen_id LEFT JOIN bank_payouts o ON o.payment_id = p.id
     WHERE p.uid IN (?)`,
    [uids],
  )
  return new Map(rows.map((row) => [row.uid, row]))
}

const orderOf = (row: OpenRow, reference: string): PayoutOrder => ({
  id: row.id,
  uid: row.uid,
  payee: { id: row.citizen_id, uid: row.payee_uid },
  office: row.office,
  cycle: row.cycle_number,
  cents: row.amount_cents,
  reference,
})

/**
 * `bank.mark-paid`: one payment was paid out. With the reference that it was marked with before, nothing changes.
 * @throws NationError `payment_not_found`, `payment_settled`
 */
export async function markPaid(
  ctx: CitizenContext,
  { paymentId, reference }: CallInput<'bank.mark-paid'>,
  rail: PayoutRail = ledgerRail,
): Promise<CallOutput<'bank.mark-paid'>> {
  const bank = await lockBank(ctx.tx)
  const found = (await paymentsNamed(ctx.tx, [paymentId])).get(paymentId)
  if (!found) throw new NationError('payment_not_found')
  if (found.reference !== null && found.reference !== reference) throw new NationError('payment_settled')
  if (found.reference === null) {
    const order = orderOf(found, reference)
    await rail.settle(ctx, bank, [order])
    await saveBank(ctx.tx, bank, ctx.now())
    tell(ctx, rail, [order])
  }
  const [payment] = await paymentsByKey(ctx.tx, [found.id])
  if (!payment) throw new NationError('payment_not_found')
  return { success: true, payment: payment.view }
}

/**
 * `bank.mark-batch`: the payments of a CSV file were paid out: all of them or, when any line is wrong, none.
 * @throws NationError `batch_unusable` where the file as a whole cannot be read, `batch_invalid` with a detail for every wrong line
 */
export async function markBatch(
  ctx: CitizenContext,
  { csv }: CallInput<'bank.mark-batch'>,
  rail: PayoutRail = ledgerRail,
): Promise<CallOutput<'bank.mark-batch'>> {
  const batch = readBatch(csv)
  if (!batch.isUsable) throw new NationError('batch_unusable', undefined, detailsOf(batch.wrong))
  const bank = await lockBank(ctx.tx)
  const found = await paymentsNamed(
    ctx.tx,
    batch.lines.map((line) => line.paymentId),
  )
  const wrong = [...batch.wrong, ...batch.lines.flatMap((line) => problemOf(line, found.get(line.paymentId)))]
  if (wrong.length > 0) throw new NationError('batch_invalid', { wrong: wrong.length }, detailsOf(wrong))
  const orders = batch.lines.flatMap(({ paymentId, reference }) => {
    const row = found.get(paymentId)
    return row && row.reference === null ? [orderOf(row, reference)] : []
  })
  await rail.settle(ctx, bank, orders)
  await saveBank(ctx.tx, bank, ctx.now())
  tell(ctx, rail, orders)
  const total = orders.reduce((sum, { cents }) => sum + cents, 0)
  return {
    success: true,
    marked: orders.length,
    unchanged: batch.lines.length - orders.length,
    total: dollarsOf(total),
    totalCents: String(total),
  }
}

/** What only the books can say of a line. */
function problemOf({ line, reference, cents }: PayoutLine, row: OpenRow | undefined): WrongLine[] {
  if (!row) return [{ line, message: 'There is no such payment.' }]
  const due = row.amount_cents
  const messages = [
    cents !== null && cents !== due && `The amount is ${plainDollars(due)}, not ${plainDollars(cents)}.`,
    row.reference !== null && row.reference !== reference && `It is marked as paid already, as '${row.reference}'.`,
  ].filter((message) => message !== false)
  return messages.length > 0 ? [{ line, message: messages.join(' ') }] : []
}

const detailsOf = (wrong: readonly WrongLine[]) =>
  [...wrong]
    .sort((a, b) => a.line - b.line)
    .map(({ line, message }) => ({ path: `lines.${line}`, code: 'line', message: `Line ${line}: ${message}` }))

function tell(ctx: CitizenContext, rail: PayoutRail, orders: readonly PayoutOrder[]): void {
  const [first] = orders
  if (!first) return
  const total = orders.reduce((sum, { cents }) => sum + cents, 0)
  ctx.journal.add({
    kind: 'bank.payments-settled',
    actor: ctx.caller.uid,
    facts: {
      rail: rail.name,
      payments: orders.length,
      amountCents: String(total),
      ...(orders.length === 1 && { salary: { office: first.office, cycle: first.cycle } }),
    },
  })
  for (const { uid, payee, cents, reference } of orders) {
    ctx.journal.add({
      kind: 'bank.salary-paid',
      actor: ctx.caller.uid,
      subject: payee.uid,
      facts: { paymentId: uid, amountCents: String(cents), reference },
      visibility: `citizen:${payee.uid}`,
    })
  }
}
