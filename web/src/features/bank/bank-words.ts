import type { AccountKind, MovementKind } from '@nation/domain/bank'
import { dollars, durationInWords } from '@nation/domain/formats'

/** Money from the whole cents that an answer carries. */
export const money = (cents: string): string => dollars(BigInt(cents))

/** Money from a number of dollars that is exact to the cent. */
export const moneyOf = (amount: number): string => dollars(Math.round(amount * 100))

/** A percent without needless digits: 12.5%, 10%. */
export const percentInWords = (percent: number): string => `${Number(percent.toFixed(2))}%`

/** What an account of the ledger is called. */
export const accountWords: Readonly<Record<AccountKind, string>> = {
  outside: 'Outside the nation',
  treasury: 'Treasury',
  budget: 'Budget of the cycle',
  operations: 'Project operations',
  official: 'Official',
}

/** Why money moved. */
export const movementWords: Readonly<Record<MovementKind, string>> = {
  funding: 'Funding from the developer wallet',
  'cycle-budget': 'Budget set aside',
  salaries: 'Salaries',
  payout: 'Salary paid',
}

/**
 * How far a salary is: it is due when the countdown is at zero, recorded once the ledger has it, and paid once an administrator
 * marked it as paid.
 */
export const statusWords = { pending: 'Recorded', paid: 'Paid' } as const

const day = 86_400_000

/** How long an office was held, beside the whole cycle: 'the whole cycle', '3 days 4 hours of 7 days', '10 hours of 7 days'. */
export function heldInWords(heldMs: number, cycleMs: number): string {
  return heldMs >= cycleMs
    ? 'the whole cycle'
    : `${durationInWords(heldMs).replace(/(?<=\S) 0 \w+$/, '')} of ${daysInWords(cycleMs / day)}`
}

/** The serial number of a cycle, as banknotes bear one. */
export const serialOf = (cycle: number): string => `N ${String(cycle).padStart(6, '0')}`

/** Days until a payment, as they are counted: rounded up. */
export const daysInWords = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`
