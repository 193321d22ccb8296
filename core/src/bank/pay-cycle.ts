import {
  canProcessPayment,
  distribute,
  dueAfter,
  withoutNothing,
  type Distribution,
  type Salary,
  type TermSpan,
} from '@nation/domain/bank'
import { governmentRoles } from '@nation/domain/permissions'
import { allow, NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { addToCounter, column, type Context, readRows, write } from '../platform'
import { waitingCounter } from './bank-counter'
import { awaitsGovernment } from './government'
import { book, type Draft, type Person, type Side } from './ledger'
import { saveBank, type LockedBank, type OpenCycle } from './locked-bank'
import { inForceAt, type InForce } from './settings'

/** A cycle that was paid just now. */
export interface PaidCycle {
  readonly number: number
  readonly totalCents: number
  readonly paidCents: number
  readonly vacantCents: number
  readonly payments: number
}

/**
 * Pays the cycle that is due, in the caller's transaction, with the bank locked: with the pool, the percentages and the
 * terms of its own interval, whenever that is done. The next cycle begins where this one ends. An administrator's
 * payment and one that is due by the clock both go this way.
 * @throws NationError `no_cycle`, `payment_not_due`, `government_not_seated`
 */
export async function payCycle(ctx: Context, bank: LockedBank): Promise<PaidCycle> {
  const { cycle } = bank
  const now = ctx.now()
  allow(canProcessPayment(cycle?.dueAt ?? null, now.getTime()))
  if (!cycle) throw new NationError('no_cycle')
  if (await awaitsGovernment(ctx.tx, cycle.dueAt)) throw new NationError('government_not_seated')
  const inForce = await inForceAt(ctx.tx, cycle.dueAt)
  const terms = await termsWithin(ctx.tx, cycle)
  const given = distribute(inForce.totalCents, inForce.percentages, terms, cycle)
  const payees = await peopleOf(ctx.tx, given.salaries)
  const paidCents = given.salaries.reduce((sum, { cents }) => sum + cents, 0)
  const cycleId = await saveCycle(ctx, cycle, inForce, { paidCents, vacantCents: given.vacant })
  const booked = await book(ctx, bank, draftsOf(ctx, cycle, inForce, given, payees))
  const salaries = booked[1]
  if (salaries) await savePayments(ctx, { id: cycleId, number: cycle.number }, salaries.id, given.salaries, payees)
  bank.cycle = { number: cycle.number + 1, startsAt: cycle.dueAt, dueAt: dueAfter(cycle.dueAt) }
  await saveBank(ctx.tx, bank, now)
  const paid = {
    number: cycle.number,
    totalCents: inForce.totalCents,
    paidCents,
    vacantCents: given.vacant,
    payments: given.salaries.length,
  }
  ctx.journal.add({
    kind: 'bank.cycle-paid',
    actor: ctx.caller?.uid ?? null,
    facts: { ...paid, dueAt: cycle.dueAt },
  })
  return paid
}

const termRow = {
  office: column.oneOf(governmentRoles),
  citizen_id: column.key,
  started_at: column.instant,
  ended_at: column.instant.nullable,
}

/**
 * All terms that lie within a cycle. They are locked while they are read: an appointment or a removal that was begun before
 * the due instant, and is not committed yet, is waited for.
 */
async function termsWithin(tx: EntityManager, cycle: OpenCycle): Promise<TermSpan[]> {
  const rows = await readRows(
    tx,
    termRow,
    `SELECT office, citizen_id, started_at, ended_at FROM terms
     WHERE started_at < ? AND (ended_at IS NULL OR ended_at > ?) ORDER BY id LOCK IN SHARE MODE`,
    [new Date(cycle.dueAt), new Date(cycle.startsAt)],
  )
  const uids = await uidsOf(
    tx,
    rows.map((row) => row.citizen_id),
  )
  return rows.map((row) => ({
    office: row.office,
    payee: uids.get(row.citizen_id) ?? '',
    startedAt: row.started_at.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
  }))
}

async function uidsOf(tx: EntityManager, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await readRows(
    tx,
    { id: column.key, uid: column.text },
    'SELECT id, uid FROM citizens WHERE id IN (?)',
    [[...new Set(ids)]],
  )
  return new Map(rows.map(({ id, uid }) => [id, uid]))
}

async function peopleOf(tx: EntityManager, salaries: readonly Salary[]): Promise<Map<string, Person>> {
  if (salaries.length === 0) return new Map()
  const rows = await readRows(
    tx,
    { id: column.key, uid: column.text },
    'SELECT id, uid FROM citizens WHERE uid IN (?) ORDER BY id',
    [[...new Set(salaries.map(({ payee }) => payee))]],
  )
  return new Map(rows.map((person) => [person.uid, person]))
}

function personOf(payees: ReadonlyMap<string, Person>, uid: string): Person {
  const person = payees.get(uid)
  if (!person) throw new Error(`The payee ${uid} is no citizen.`)
  return person
}

async function saveCycle(
  ctx: Context,
  cycle: OpenCycle,
  { totalCents, percentages }: InForce,
  { paidCents, vacantCents }: { readonly paidCents: number; readonly vacantCents: number },
): Promise<string> {
  const result = await write(
    ctx.tx,
    `INSERT INTO bank_cycles (number, starts_at, due_at, total_cents, paid_cents, vacant_cents, percentages, processed_at,
       processed_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      cycle.number,
      new Date(cycle.startsAt),
      new Date(cycle.dueAt),
      totalCents,
      paidCents,
      vacantCents,
      JSON.stringify(percentages),
      ctx.now(),
      ctx.caller?.id ?? null,
    ],
  )
  return String(result.insertId)
}

/**
 * Two movements: the budget is set aside from the treasury; then it goes to the officials, each in one sum, and the part
 * of vacant time goes back. Nothing moves in a cycle whose budget is nothing.
 */
function draftsOf(
  ctx: Context,
  cycle: OpenCycle,
  { totalCents }: InForce,
  given: Distribution,
  payees: ReadonlyMap<string, Person>,
): Draft[] {
  if (totalCents === 0) return []
  const sums = new Map<string, number>()
  for (const { payee, cents } of given.salaries) sums.set(payee, (sums.get(payee) ?? 0) + cents)
  const officials = [...sums].map(([payee, cents]): Side => ({ account: personOf(payees, payee), cents }))
  const common = { cycle: cycle.number, actor: ctx.caller }
  return [
    {
      ...common,
      kind: 'cycle-budget',
      entries: [
        { account: 'treasury', cents: -totalCents },
        { account: 'budget', cents: totalCents },
      ],
    },
    {
      ...common,
      kind: 'salaries',
      entries: withoutNothing<Side>([
        { account: 'budget', cents: -totalCents },
        ...officials,
        { account: 'treasury', cents: given.vacant },
      ]),
    },
  ]
}

async function savePayments(
  ctx: Context,
  cycle: { readonly id: string; readonly number: number },
  movementId: string,
  salaries: readonly Salary[],
  payees: ReadonlyMap<string, Person>,
): Promise<void> {
  if (salaries.length === 0) return
  // Lists show what was booked last first: of one cycle, that is the president.
  const payments = salaries.toReversed().map((salary) => ({ ...salary, uid: ctx.newId() }))
  await ctx.tx.query(
    'INSERT INTO bank_payments (uid, cycle_id, office, citizen_id, amount_cents, held_ms, movement_id) VALUES ?',
    [
      payments.map(({ uid, office, payee, cents, heldMs }) => [
        uid,
        cycle.id,
        office,
        personOf(payees, payee).id,
        cents,
        heldMs,
        movementId,
      ]),
    ],
  )
  await ctx.tx.query(
    'INSERT INTO bank_waiting (payment_id, cycle_number) SELECT id, ? FROM bank_payments WHERE cycle_id = ?',
    [cycle.number, cycle.id],
  )
  await addToCounter(ctx.tx, waitingCounter, cycle.number, payments.length)
  for (const { uid, office, payee, cents } of payments) {
    ctx.journal.add({
      kind: 'bank.salary-booked',
      actor: ctx.caller?.uid ?? null,
      subject: payee,
      facts: { paymentId: uid, cycle: cycle.number, office, amountCents: String(cents) },
      visibility: `citizen:${payee}`,
    })
  }
}
