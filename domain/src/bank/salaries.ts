import type { GovernmentRole } from '../permissions'
import { bankOffices, type SalaryPercentages } from './constants'
import { paidOffices, percentUnits } from './percentages'
import { largestRemainder, type Claim } from './largest-remainder'

/** An official's time in an office; `endedAt` is null while it runs. Milliseconds since the epoch. */
export interface TermSpan {
  readonly office: GovernmentRole
  readonly payee: string
  readonly startedAt: number
  readonly endedAt: number | null
}

/** A cycle from its start to the instant at which it is due, half-open. */
export interface CycleSpan {
  readonly startsAt: number
  readonly dueAt: number
}

/** What one official is paid for one office in one cycle. */
export interface Salary {
  readonly office: GovernmentRole
  readonly payee: string
  readonly cents: number
  /** How long they held the office in the cycle, in milliseconds. */
  readonly heldMs: number
}

/** How the budget of a cycle is given out: `total` is `paid` and `vacant` exactly. */
export interface Distribution {
  /** What each office gets when it is held all the time. */
  readonly offices: ReadonlyMap<GovernmentRole, number>
  /** Those who are paid, in the bank's order, then by payee. A share of 0 is not listed. */
  readonly salaries: readonly Salary[]
  /** The part of vacant time: it stays in the treasury. */
  readonly vacant: number
}

/**
 * What each office gets of a budget: percents of it, in whole cents that add up to the budget exactly. Cents that are left
 * go to the largest remainders, between equals in the bank's order.
 * @throws RangeError when the percentages are not those of a whole budget
 */
export function officeShares(totalCents: number, percentages: SalaryPercentages): Map<GovernmentRole, number> {
  const offices = paidOffices(percentages)
  const claims = offices.map((office): Claim => ({
    key: String(bankOffices.indexOf(office)).padStart(2, '0'),
    weight: BigInt(percentUnits(percentages[office] ?? 0)),
  }))
  if (claims.reduce((sum, { weight }) => sum + weight, 0n) !== 10_000n) {
    throw new RangeError('Percentages must add up to 100.')
  }
  const shares = largestRemainder(totalCents, claims)
  return new Map(offices.map((office, index) => [office, shares.get(claims[index]?.key ?? '') ?? 0]))
}

/** How long a term lies within a cycle, in milliseconds. */
export function overlapMs(term: Pick<TermSpan, 'startedAt' | 'endedAt'>, cycle: CycleSpan): number {
  const from = Math.max(term.startedAt, cycle.startsAt)
  const to = Math.min(term.endedAt ?? Infinity, cycle.dueAt)
  return Math.max(0, to - from)
}

/** How long each payee held an office in a cycle: the union of their terms, so that none is paid twice for one instant. */
function heldBy(terms: readonly TermSpan[], cycle: CycleSpan): Map<string, number> {
  const held = new Map<string, number>()
  for (const payee of new Set(terms.map((term) => term.payee))) {
    const spans = terms
      .filter((term) => term.payee === payee && overlapMs(term, cycle) > 0)
      .map((term) => ({
        from: Math.max(term.startedAt, cycle.startsAt),
        to: Math.min(term.endedAt ?? Infinity, cycle.dueAt),
      }))
      .sort((a, b) => a.from - b.from)
    let until = -Infinity
    let sum = 0
    for (const { from, to } of spans) {
      sum += Math.max(0, to - Math.max(from, until))
      until = Math.max(until, to)
    }
    if (sum > 0) held.set(payee, sum)
  }
  return held
}

/** Sorts behind every payee: between equal remainders, a payee comes before an empty office. */
const emptyOffice = '\uffff'

/**
 * Gives out the budget of a cycle (ruling: salaries). Each office's share goes to those who held it, by the millisecond of
 * their terms within `[startsAt, dueAt)`; the part of the time in which it was vacant stays in the treasury. Amounts are
 * whole cents by largest remainder in a fixed order, so nothing is lost and the order of the input makes no difference.
 */
export function distribute(
  totalCents: number,
  percentages: SalaryPercentages,
  terms: readonly TermSpan[],
  cycle: CycleSpan,
): Distribution {
  const length = cycle.dueAt - cycle.startsAt
  const offices = officeShares(totalCents, percentages)
  const salaries: Salary[] = []
  let vacant = 0
  for (const [office, share] of offices) {
    const held = heldBy(
      terms.filter((term) => term.office === office),
      cycle,
    )
    const served = [...held.values()].reduce((sum, ms) => sum + ms, 0)
    const claims: Claim[] = [...held].map(([key, ms]) => ({ key, weight: BigInt(ms) }))
    claims.push({ key: emptyOffice, weight: BigInt(Math.max(0, length - served)) })
    const parts = largestRemainder(share, claims)
    vacant += parts.get(emptyOffice) ?? 0
    for (const payee of [...held.keys()].sort((a, b) => (a < b ? -1 : 1))) {
      const cents = parts.get(payee) ?? 0
      if (cents > 0) salaries.push({ office, payee, cents, heldMs: held.get(payee) ?? 0 })
    }
  }
  return { offices, salaries, vacant }
}
