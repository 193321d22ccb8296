import { shownShares } from '../shares'

/** Decimals of a percentage of an election: the same on every screen, in every answer and in every file. */
const decimals = 1

/**
 * What each has of the whole of a position, in percent with one decimal: shares of one position add up to 100. What is left
 * over in rounding goes to the largest remainders, of equal ones to the first in the list.
 * @param amounts tenths of weight, or voters, in the order of the places
 */
export const sharesOf = (amounts: readonly number[]): number[] => shownShares(amounts, decimals)

/** One part of a whole in percent, with one decimal: a turnout, which stands alone. */
export const percentOf = (part: number, whole: number): number => {
  const scale = 10 ** decimals
  return whole === 0 ? 0 : Math.round((part * 100 * scale) / whole) / scale
}

/** A percentage as it is written: '33.4', '50.0'. */
export const percentInWords = (percent: number): string => percent.toFixed(decimals)
