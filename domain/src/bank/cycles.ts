import { allowed, refused, type Verdict } from '../errors'
import { countInWords } from '../formats'
import { bankSettings } from './constants'

const hour = 3_600_000
const day = 24 * hour

/** What the clock says of the next payment (requirements 1.3). */
export interface PaymentStatus {
  readonly isDue: boolean
  /** Days until the payment, rounded up (a day is 86,400,000 ms); 0 when it is due, null when none is scheduled. */
  readonly daysUntilPayment: number | null
}

/** Whether a payment is due, and in how many days it is. Milliseconds since the epoch; null when none is scheduled. */
export function paymentStatus(dueAt: number | null, now: number): PaymentStatus {
  if (dueAt === null) return { isDue: false, daysUntilPayment: null }
  const isDue = now >= dueAt
  return { isDue, daysUntilPayment: isDue ? 0 : Math.ceil((dueAt - now) / day) }
}

/** How long a cycle is, in words: 'seven days', or hours where it is no whole number of days. */
export function cycleInWords(length: number = bankSettings.cycleMs): string {
  const [count, unit] = length % day === 0 ? [length / day, 'day'] : [Math.round(length / hour), 'hour']
  return `${countInWords(count)} ${unit}${count === 1 ? '' : 's'}`
}

/** The instant at which a cycle that starts then is due: exactly its length on, in UTC, whatever clocks on walls do. */
export const dueAfter = (startsAt: number): number => startsAt + bankSettings.cycleMs

/**
 * What the treasury lacks for the salaries of a whole cycle, in whole cents; 0 when it covers them. Said before the cycle is due:
 * salaries are recorded whether the treasury covers them or not.
 */
export const treasuryLacksCents = (treasuryCents: number, totalCents: number): number =>
  Math.max(0, totalCents - treasuryCents)

/** Whether the cycle may be started: once, and with something to pay (requirements 1.5). */
export function canStartCycle(bank: { readonly dueAt: number | null; readonly totalCents: number }): Verdict {
  if (bank.dueAt !== null) return refused('cycle_running')
  return bank.totalCents > 0 ? allowed : refused('total_missing')
}

/** Whether a payment may be processed now: one is scheduled, and its countdown is at zero. */
export function canProcessPayment(dueAt: number | null, now: number): Verdict {
  if (dueAt === null) return refused('no_cycle')
  return now >= dueAt ? allowed : refused('payment_not_due', { dueAt })
}

/** Something that holds from an instant on, until the next of its kind. */
export interface Effective {
  readonly effectiveFrom: number
}

/**
 * What was in force in a cycle: the last that was set before it was due. What is set at the due instant itself belongs to
 * the cycle that begins then. The list is in the order in which they were set.
 */
export function inForceBefore<T extends Effective>(set: readonly T[], dueAt: number): T | null {
  return set.reduce<T | null>(
    (found, one) =>
      one.effectiveFrom < dueAt && (found === null || one.effectiveFrom >= found.effectiveFrom) ? one : found,
    null,
  )
}

/** The books are checked every night at 03:00 UTC. */
export const reconciliationHour = 3

/** The last night's check at an instant: 03:00 UTC of the day, or of the day before when that is still to come. */
export function nightOf(now: number): number {
  const today = Math.floor(now / day) * day + reconciliationHour * hour
  return today <= now ? today : today - day
}
