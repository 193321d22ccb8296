/** An option's share in percent: votes / totalVotes x 100, or 0 without votes (spec document 1 section 3). */
export const percentageOf = (votes: number, totalVotes: number): number =>
  totalVotes === 0 ? 0 : (votes / totalVotes) * 100

/**
 * Whole percents that add up to 100 (largest remainder; of equal remainders the earlier option's): what screens and files
 * show, so that nobody has to explain a sum of 99. All are 0 without votes.
 */
export function shownPercentages(votes: readonly number[]): number[] {
  const total = votes.reduce((sum, count) => sum + count, 0)
  if (total === 0) return votes.map(() => 0)
  const shown = votes.map((count) => Math.floor((count * 100) / total))
  const left = 100 - shown.reduce((sum, percent) => sum + percent, 0)
  const byRemainder = votes
    .map((count, place) => ({ place, remainder: (count * 100) % total }))
    .sort((a, b) => b.remainder - a.remainder || a.place - b.place)
  for (const { place } of byRemainder.slice(0, left)) shown[place] = (shown[place] ?? 0) + 1
  return shown
}
