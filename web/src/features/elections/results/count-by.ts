import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { votesInWords } from '../shared/election-words'
import type { Result } from '../shared/types'

/** What is compared: what votes weigh, which decides; or how many people gave them. */
export type CountBy = 'weight' | 'voters'

type RankedCandidate = Result['candidates'][number]

/** What is compared at the moment. It is in the address, so that a shared link shows the same. */
export function useCountBy(): [CountBy, (by: CountBy) => void] {
  const [parameters, setParameters] = useSearchParams()
  // The address follows a moment later: a switch that waited for it would first jump back.
  const [by, setBy] = useState<CountBy>(parameters.get('by') === 'voters' ? 'voters' : 'weight')
  const choose = (next: CountBy) => {
    setBy(next)
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === 'weight') after.delete('by')
        else after.set('by', next)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return [by, choose]
}

/** A candidate's part of a position's count, in percent, as the nation says it. */
export const shareOf = (candidate: RankedCandidate, by: CountBy): number =>
  by === 'weight' ? candidate.share : candidate.supportersShare

/** The candidates, those with the most of what is compared first. Places stay what weight made them. */
export const orderedBy = (result: Result, by: CountBy): readonly RankedCandidate[] =>
  by === 'weight' ? result.candidates : result.candidates.toSorted((a, b) => b.supportersCount - a.supportersCount)

/** Whom the number of voters alone would have elected, where that is another candidate. */
export function otherwiseElected(result: Result): RankedCandidate | null {
  const [first] = orderedBy(result, 'voters')
  return first && result.winner && first.supportersCount > result.winner.supportersCount ? first : null
}

/** '120.4 votes', '1 voter'. */
export const amountInWords = (amount: number, unit: 'vote' | 'voter' | 'ballot'): string =>
  `${votesInWords(amount)} ${unit}${amount === 1 ? '' : 's'}`

export type Tier = NonNullable<Result['tiers']>[number]

/** The ballots of all positions together, by what they weigh; null until they were counted. */
export function allTiers(results: readonly Result[]): readonly Tier[] | null {
  const [first] = results
  if (!first?.tiers) return null
  return first.tiers.map((tier) => {
    const same = results.flatMap((result) => result.tiers?.filter((one) => one.tier === tier.tier) ?? [])
    const sum = (field: 'voters' | 'weightUnits') => same.reduce((before, one) => before + one[field], 0)
    const weightUnits = sum('weightUnits')
    return { ...tier, voters: sum('voters'), weightUnits, votes: weightUnits / 10 }
  })
}
