import {
  bankOffices,
  bankSettings,
  dollarsOf,
  officeShares,
  paymentStatus,
  type AccountKind,
  type SalaryPercentages,
} from '@nation/domain/bank'
import { governmentRoles, type GovernmentRole } from '@nation/domain/permissions'
import type { CallOutput } from '@nation/domain/contract'
import { officeTitle } from '@nation/domain/elections'
import type { EntityManager } from 'typeorm'
import { column, type Context, counterOf, readRows } from '../platform'
import { bankCounters } from './bank-counter'
import { readBank } from './locked-bank'
import { personColumns, presentPerson, personRow } from './people'
import { lastCheck } from './checks'
import { inForceNow } from './settings'

type BankData = CallOutput<'bank.get-data'>['bankData']

/** `bank.get-data`: the bank as everybody sees it. */
export async function bankData(ctx: Context): Promise<CallOutput<'bank.get-data'>> {
  const { cycle } = await readBank(ctx.tx)
  const { totalCents, percentages, lastUpdated, totalSetAt, totalVersion, percentagesVersion } = await inForceNow(
    ctx.tx,
  )
  const shares = officeShares(totalCents, percentages)
  return {
    success: true,
    bankData: {
      totalSalaries: dollarsOf(totalCents),
      totalSalariesCents: String(totalCents),
      totalVersion,
      salaryPercentages: { ...percentages },
      percentagesVersion,
      salaryCalculations: Object.fromEntries([...shares].map(([office, cents]) => [office, dollarsOf(cents)])),
      nextPaymentDate: cycle?.dueAt ?? null,
      lastUpdated,
      totalSetAt,
      cycleActive: cycle !== null,
      paymentStatus: paymentStatus(cycle?.dueAt ?? null, ctx.now().getTime()),
      cycle,
      positions: await positionsOf(ctx.tx, shares, percentages),
      split: {
        operationsPercent: bankSettings.operationsPercent,
        governmentPercent: bankSettings.governmentPercent,
      },
      balances: await balancesOf(ctx.tx),
      books: await lastCheck(ctx.tx),
    },
  }
}

/** When the cycle that runs is paid; null while none runs. */
export const nextPaymentAt = async (tx: EntityManager): Promise<number | null> =>
  (await readBank(tx)).cycle?.dueAt ?? null

/** What an office is paid for a whole cycle as things stand, and when; null where the office is not paid. */
export async function nextSalary(
  tx: EntityManager,
  office: GovernmentRole,
): Promise<{ amount: number; amountCents: string; dueAt: number | null } | null> {
  const { totalCents, percentages } = await inForceNow(tx)
  const cents = officeShares(totalCents, percentages).get(office)
  if (cents === undefined || cents === 0) return null
  return { amount: dollarsOf(cents), amountCents: String(cents), dueAt: await nextPaymentAt(tx) }
}

const holderRow = { office: column.oneOf(governmentRoles), started_at: column.instant, ...personRow }

async function positionsOf(
  tx: EntityManager,
  shares: ReadonlyMap<GovernmentRole, number>,
  percentages: SalaryPercentages,
): Promise<BankData['positions']> {
  const rows = await readRows(
    tx,
    holderRow,
    `SELECT t.office, t.started_at, ${personColumns('z')} FROM terms t JOIN citizens z ON z.id = t.citizen_id
     WHERE t.active_office IS NOT NULL`,
  )
  const holders = new Map(rows.map((row) => [row.office, row]))
  return bankOffices.flatMap((office) => {
    const cents = shares.get(office)
    if (cents === undefined) return []
    const holder = holders.get(office)
    return {
      office,
      title: officeTitle(office),
      percent: percentages[office] ?? 0,
      amount: dollarsOf(cents),
      amountCents: String(cents),
      holder: holder ? { ...presentPerson(holder), since: holder.started_at.getTime() } : null,
    }
  })
}

async function balancesOf(tx: EntityManager): Promise<BankData['balances']> {
  const accounts = await readRows(
    tx,
    { name: column.text, balance_cents: column.key },
    `SELECT name, balance_cents FROM ledger_accounts WHERE name IN ('treasury', 'budget', 'operations')`,
  )
  const of = (name: AccountKind) => dollarsOf(Number(accounts.find((row) => row.name === name)?.balance_cents ?? 0))
  return {
    funded: dollarsOf(await counterOf(tx, bankCounters.funded)),
    treasury: of('treasury'),
    budget: of('budget'),
    operations: of('operations'),
    owed: dollarsOf(await counterOf(tx, bankCounters.owed)),
    paidOut: dollarsOf(await counterOf(tx, bankCounters.paidOut)),
  }
}
