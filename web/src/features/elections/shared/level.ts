import type { Result } from './types'

/**
 * The candidates who are level at the head of an office before the count: as many votes of as many voters. Of them, who stood earlier would be
 * elected. Empty where one is ahead, or nobody voted.
 */
export function levelAtHead({ rule, winner, candidates }: Result): readonly Result['candidates'][number][] {
  if (rule !== 'earlier' || winner === null) return []
  return candidates.filter(
    ({ votes, supportersCount }) => votes === winner.votes && supportersCount === winner.supportersCount,
  )
}
