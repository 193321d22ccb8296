import { allowed, refused, type Verdict } from '../errors'

/** The most that a budget, or what is recorded at once, may be: a billion dollars, in cents. */
export const mostCents = 100_000_000_000

/**
 * Dollars as whole cents: a number, or digits with at most two decimals. Null when it is nothing of the kind, less than
 * nothing, or more than the bank can book at once.
 */
export function centsOf(dollars: number | string): number | null {
  const text = typeof dollars === 'number' ? plain(dollars) : dollars.trim()
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return null
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return cents <= mostCents ? cents : null
}

/** A number's digits: fractions of a cent are refused, not rounded; the noise of binary fractions is not one. */
function plain(value: number): string {
  if (!Number.isFinite(value) || value < 0) return ''
  const rounded = Math.round(value * 100) / 100
  return Math.abs(rounded - value) <= Math.max(1, value) * Number.EPSILON * 4 ? String(rounded) : ''
}

/** Whole cents as a number of dollars, for showing. */
export const dollarsOf = (cents: number): number => cents / 100

/** Whole cents as plain digits: `1234.50`. */
export function plainDollars(cents: number): string {
  const size = Math.abs(cents)
  return `${cents < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`
}

/** Whether an amount may be the budget of a cycle: present, and not negative (requirements 1.5). */
export const canBeBudget = (cents: number | null): Verdict => (cents === null ? refused('salary_invalid') : allowed)
