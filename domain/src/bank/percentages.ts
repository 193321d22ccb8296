import type { GovernmentRole } from '../permissions'
import { allowed, refused, type Verdict } from '../errors'
import { bankOffices, salaryPresets, type SalaryPercentages } from './constants'

/** A percent in hundredths, so that 12.5 percent is a whole number. */
export const percentUnits = (percent: number): number => Math.round(percent * 100)

/** Whether a percent is one that can be set: from 0 to 100, with at most two decimals. */
export const isPercent = (percent: number): boolean =>
  Number.isFinite(percent) && percent >= 0 && percent <= 100 && Math.abs(percentUnits(percent) - percent * 100) < 1e-9

/** What percentages add up to, exact to the hundredth. */
export const sumOfPercent = (percentages: SalaryPercentages): number =>
  Object.values(percentages).reduce((sum, percent) => sum + percentUnits(percent), 0) / 100

/** Whether percentages may be set: they give out the whole budget, no more and no less. */
export function canSetPercentages(percentages: SalaryPercentages): Verdict {
  const each = Object.values(percentages)
  if (!each.every(isPercent)) return refused('percentages_invalid', { sum: sumOfPercent(percentages) })
  return sumOfPercent(percentages) === 100
    ? allowed
    : refused('percentages_invalid', { sum: sumOfPercent(percentages) })
}

/** The offices that are paid something, in the bank's order. */
export const paidOffices = (percentages: SalaryPercentages): GovernmentRole[] =>
  bankOffices.filter((office) => percentUnits(percentages[office] ?? 0) > 0)

/**
 * Percentages without the offices that get nothing, in hundredths and in the bank's order: two that say the same
 * are the same.
 */
export const tidyPercentages = (percentages: SalaryPercentages): SalaryPercentages =>
  Object.fromEntries(paidOffices(percentages).map((office) => [office, percentUnits(percentages[office] ?? 0) / 100]))

/** Which preset percentages are; null when they are none of them. */
export function presetOf(percentages: SalaryPercentages): keyof typeof salaryPresets | null {
  const same = (preset: SalaryPercentages) =>
    bankOffices.every((office) => percentUnits(preset[office] ?? 0) === percentUnits(percentages[office] ?? 0))
  if (same(salaryPresets.constitution)) return 'constitution'
  return same(salaryPresets.panel) ? 'panel' : null
}
