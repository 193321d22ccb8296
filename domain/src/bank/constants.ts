import type { GovernmentRole } from '../permissions'
import { positions } from '../elections'

/** What becomes of a recorded salary: it waits for its transfer, or a transfer was recorded. */
export const paymentStates = ['pending', 'paid'] as const

/** Percent of the government's budget by office; an office that is not named is paid nothing. */
export type SalaryPercentages = Readonly<Partial<Record<GovernmentRole, number>>>

const day = 86_400_000

/** Where the nation's money goes, and how often salaries are paid (requirements 1.9). */
export const bankSettings = {
  /** Percent of the developer wallet's share that project operations get. */
  operationsPercent: 50,
  /** Percent of the developer wallet's share that the government's budget gets. */
  governmentPercent: 50,
  /** Length of a payment cycle in milliseconds. */
  cycleMs: 7 * day,
} as const

/**
 * Every office that can be paid, in the one order in which the bank lists, draws and pays them: as elections number them
 * (requirements 1.3), then the one that is only appointed.
 */
export const bankOffices: readonly GovernmentRole[] = [...positions.map(({ role }) => role), 'justiceMinister']

/** The offices that make up the presidential seat; all others are ministries. */
export const presidentialSeat: readonly GovernmentRole[] = ['president', 'primeMinister', 'secretary']

const common = {
  president: 20,
  primeMinister: 15,
  secretary: 10,
  financeMinister: 10,
  raidMinister: 10,
  developmentMinister: 9,
  creativityMinister: 8,
  citizensMinister: 8,
} as const satisfies SalaryPercentages

/**
 * The two readings of who gets what: the constitution pays Marketing, the panel's preset pays Justice in its place. Each
 * adds up to 100. The constitution's is the default.
 */
export const salaryPresets = {
  constitution: { ...common, marketingMinister: 10 },
  panel: { ...common, justiceMinister: 10 },
} as const satisfies Record<string, SalaryPercentages>

/** What percentages add up to, for all offices or for those named. */
export function totalPercent(percentages: SalaryPercentages, offices?: readonly GovernmentRole[]): number {
  const paid = Object.entries(percentages) as [GovernmentRole, number][]
  return paid.reduce((sum, [office, percent]) => sum + (!offices || offices.includes(office) ? percent : 0), 0)
}
