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
import { allow, NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { type CitizenContext, column, readFirst, readRows, write } from '../platform'
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

/** What is in force now, since when it is, and the versions that a change may name. */
interface InForceNow extends InForce {
  readonly lastUpdated: number | null
  readonly totalSetAt: number | null
  readonly totalVersion: number
  readonly percentagesVersion: number
}

/** What is in force now. */
export async function inForceNow(tx: EntityManager): Promise<InForceNow> {
  const totals = await readRows(
    tx,
    { ...totalRow, id: column.integer },
    'SELECT id, total_cents, effective_from FROM bank_totals ORDER BY id DESC LIMIT 1',
  )
  const parts = await readRows(
    tx,
    { ...percentagesRow, id: column.integer },
    'SELECT id, percentages, effective_from FROM bank_percentages ORDER BY id DESC LIMIT 1',
  )
  const since = [...totals, ...parts].map((row) => row.effective_from.getTime())
  return {
    totalCents: totals[0]?.total_cents ?? atFirst.totalCents,
    percentages: parts[0]?.percentages ?? atFirst.percentages,
    lastUpdated: since.length > 0 ? Math.max(...since) : null,
    totalSetAt: totals[0]?.effective_from.getTime() ?? null,
    totalVersion: totals[0]?.id ?? 0,
    percentagesVersion: parts[0]?.id ?? 0,
  }
}

/**
 * `bank.update-total`: the budget of every cycle that is not due yet.
 * @throws NationError `salary_invalid`, `setting_changed`
 */
export async function updateTotal(
  ctx: CitizenContext,
  input: CallInput<'bank.update-total'>,
): Promise<CallOutput<'bank.update-total'>> {
  const cents = centsOf(input.totalSalaries)
  allow(canBeBudget(cents))
  const totalCents = cents ?? 0
  const bank = await lockBank(ctx.tx)
  const last = await lastSetAt(ctx.tx, 'bank_totals', input.version)
  const { insertId } = await write(
    ctx.tx,
    'INSERT INTO bank_totals (total_cents, effective_from, set_by) VALUES (?, ?, ?)',
    [totalCents, effectiveFrom(ctx, bank, last), ctx.caller.id],
  )
  ctx.journal.add({ kind: 'bank.total-changed', actor: ctx.caller.uid, facts: { totalCents: String(totalCents) } })
  return {
    success: true,
    totalSalaries: dollarsOf(totalCents),
    totalSalariesCents: String(totalCents),
    totalVersion: Number(insertId),
  }
}

/**
 * `bank.update-percentages`: what each office gets, in every cycle that is not due yet.
 * @throws NationError `percentages_invalid`, `setting_changed`
 */
export async function updatePercentages(
  ctx: CitizenContext,
  input: CallInput<'bank.update-percentages'>,
): Promise<CallOutput<'bank.update-percentages'>> {
  allow(canSetPercentages(input.salaryPercentages))
  const percentages = tidyPercentages(input.salaryPercentages)
  const bank = await lockBank(ctx.tx)
  const last = await lastSetAt(ctx.tx, 'bank_percentages', input.version)
  const { insertId } = await write(
    ctx.tx,
    'INSERT INTO bank_percentages (percentages, effective_from, set_by) VALUES (?, ?, ?)',
    [JSON.stringify(percentages), effectiveFrom(ctx, bank, last), ctx.caller.id],
  )
  ctx.journal.add({ kind: 'bank.percentages-changed', actor: ctx.caller.uid, facts: { percentages } })
  return { success: true, salaryPercentages: { ...percentages }, percentagesVersion: Number(insertId) }
}

/**
 * From when on holds what was set last, in milliseconds since the epoch; 0 where nothing was set. The caller has locked the bank.
 * @throws NationError `setting_changed` where it is not the version that the caller saw. Older clients name none.
 */
async function lastSetAt(
  tx: EntityManager,
  table: 'bank_totals' | 'bank_percentages',
  seen: number | undefined,
): Promise<number> {
  const row = await readFirst(
    tx,
    { id: column.integer, effective_from: column.instant },
    `SELECT id, effective_from FROM ${table} ORDER BY id DESC LIMIT 1`,
  )
  if (seen !== undefined && seen !== (row?.id ?? 0)) throw new NationError('setting_changed')
  return row?.effective_from.getTime() ?? 0
}

/**
 * From now on: but never before what was set already, nor within a cycle that is paid, also where a clock was put back.
 * What is set last is what holds.
 */
const effectiveFrom = (ctx: CitizenContext, bank: LockedBank, last: number): Date =>
  new Date(Math.max(ctx.now().getTime(), last, bank.cycle?.startsAt ?? 0))
