import { shownShares } from '../shares'

/** An option's share in percent: votes / totalVotes x 100, or 0 without votes (requirements 1.3). */
export const percentageOf = (votes: number, totalVotes: number): number =>
  totalVotes === 0 ? 0 : (votes / totalVotes) * 100

/**
 * Whole percents that add up to 100 (largest remainder; of equal remainders the earlier option's): what screens and files
 * show, so that they never add up to 99. All are 0 without votes.
 */
export const shownPercentages = (votes: readonly number[]): number[] => shownShares(votes, 0)
