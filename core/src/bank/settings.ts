import { salaryPercentages } from './percentages-column'
import {
  canBeBudget,
  canSetPercentages,
  centsOf,
  dollarsOf,
  inForceBefore,
  salaryPresets,
  tidyPercentages,
  type Effective,
  type SalaryPercentages,
} from '@nation/domain/bank'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allow } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { type CitizenContext, column, readFirst, readRows } from '../platform'
import { lockBank, type LockedBank } from './locked-bank'

/** What a cycle is paid by. */
export interface InForce {
  readonly totalCents: number
  readonly percentages: SalaryPercentages
}

/** What the nation pays before the first setting: nothing, by the constitution's parts. */
const atFirst: InForce = { totalCents: 0, percentages: salaryPresets.constitution }

const totalRow = { total_cents: column.integer, effective_from: column.instant }

const percentagesRow = { percentages: column.json(salaryPercentages), effective_from: column.instant }

type Set<T> = Effective & { readonly value: T }

const setOf = <T>(row: { effective_from: Date }, value: T): Set<T> => ({
  effectiveFrom: row.effective_from.getTime(),
  value,
})

/** What was in force in a cycle that was due then: what was set last before that instant. */
export async function inForceAt(tx: EntityManager, dueAt: number): Promise<InForce> {
  const totals = await readRows(tx, totalRow, 'SELECT total_cents, effective_from FROM bank_totals ORDER BY id')
  const parts = await readRows(
    tx,
    percentagesRow,
    'SELECT percentages, effective_from FROM bank_percentages ORDER BY id',
  )
  const total = inForceBefore(
    totals.map((row) => setOf(row, row.total_cents)),
    dueAt,
  )
  const percentages = inForceBefore(
    parts.map((row) => setOf(row, row.percentages)),
    dueAt,
  )
  return {
    totalCents: total?.value ?? atFirst.totalCents,
    percentages: percentages?.value ?? atFirst.percentages,
  }
}

/** What is in force now, and since when it is. */
export async function inForceNow(tx: EntityManager): Promise<InForce & { readonly lastUpdated: number | null }> {
  const totals = await readRows(
    tx,
    totalRow,
    'SELECT total_cents, effective_from FROM bank_totals ORDER BY id DESC LIMIT 1',
  )
  const parts = await readRows(
    tx,
    percentagesRow,
    'SELECT percentages, effective_from FROM bank_percentages ORDER BY id DESC LIMIT 1',
  )
  const since = [...totals, ...parts].map((row) => row.effective_from.getTime())
  return {
    totalCents: totals[0]?.total_cents ?? atFirst.totalCents,
    percentages: parts[0]?.percentages ?? atFirst.percentages,
    lastUpdated: since.length > 0 ? Math.max(...since) : null,
  }
}

/**
 * `bank.update-total`: the budget of every cycle that is not due yet.
 * @throws NationError `salary_invalid`
 */
export async function updateTotal(
  ctx: CitizenContext,
  input: CallInput<'bank.update-total'>,
): Promise<CallOutput<'bank.update-total'>> {
  const cents = centsOf(input.totalSalaries)
  allow(canBeBudget(cents))
  const totalCents = cents ?? 0
  const bank = await lockBank(ctx.tx)
  await ctx.tx.query('INSERT INTO bank_totals (total_cents, effective_from, set_by) VALUES (?, ?, ?)', [
    totalCents,
    await effectiveFrom(ctx, bank, 'bank_totals'),
    ctx.caller.id,
  ])
  ctx.journal.add({ kind: 'bank.total-changed', actor: ctx.caller.uid, facts: { totalCents: String(totalCents) } })
  return { success: true, totalSalaries: dollarsOf(totalCents), totalSalariesCents: String(totalCents) }
}

/**
 * `bank.update-percentages`: what each office gets, in every cycle that is not due yet.
 * @throws NationError `percentages_invalid`
 */
export async function updatePercentages(
  ctx: CitizenContext,
  input: CallInput<'bank.update-percentages'>,
): Promise<CallOutput<'bank.update-percentages'>> {
  allow(canSetPercentages(input.salaryPercentages))
  const percentages = tidyPercentages(input.salaryPercentages)
  const bank = await lockBank(ctx.tx)
  await ctx.tx.query('INSERT INTO bank_percentages (percentages, effective_from, set_by) VALUES (?, ?, ?)', [
    JSON.stringify(percentages),
    await effectiveFrom(ctx, bank, 'bank_percentages'),
    ctx.caller.id,
  ])
  ctx.journal.add({ kind: 'bank.percentages-changed', actor: ctx.caller.uid, facts: { percentages } })
  return { success: true, salaryPercentages: { ...percentages } }
}

/**
 * From now on: but never before what was set already, nor within a cycle that is paid, also where a clock was put back.
 * What is set last is what holds.
 */
async function effectiveFrom(
  ctx: CitizenContext,
  bank: LockedBank,
  table: 'bank_totals' | 'bank_percentages',
): Promise<Date> {
  const row = await readFirst(
    ctx.tx,
    { effective_from: column.instant },
    `SELECT effective_from FROM ${table} ORDER BY id DESC LIMIT 1`,
  )
  const before = row?.effective_from.getTime() ?? 0
  return new Date(Math.max(ctx.now().getTime(), before, bank.cycle?.startsAt ?? 0))
}
