import { counted } from '../../rules'
import { levelAtHead } from '../shared/level'
import type { Result, UserVotes } from '../shared/types'

/** One of a citizen's votes, and how it went. */
export interface Choice {
  readonly result: Result
  readonly candidate: Result['candidates'][number]
  /** Before the count: whether the candidate leads alone. */
  readonly won: boolean
}

/** A citizen's votes in the order of the offices. A vote for a candidate who is not in the results any more is left out. */
export function choicesOf(results: readonly Result[], votes: UserVotes, final = true): Choice[] {
  return results.flatMap((result) => {
    const [vote] = votes[result.position] ?? []
    const candidate = result.candidates.find(({ id }) => id === vote?.candidateId)
    return candidate
      ? [{ result, candidate, won: candidate.id === result.winner?.id && (final || levelAtHead(result).length === 0) }]
      : []
  })
}

/** How so many votes went, in a sentence: 'Four of your six won'. */
export function wonInWords(won: number, all: number, final = true): string {
  if (all === 1)
    return final ? `Your candidate ${won ? 'won' : 'did not win'}` : `Your candidate ${won ? 'leads' : 'does not lead'}`
  const verb = final ? 'won' : won === 1 ? 'leads' : 'lead'
  if (won === all) return `${all === 2 ? 'Both' : `All ${counted(all)}`} of yours ${verb}`
  const [first = '', ...rest] = counted(won)
  return `${won === 0 ? 'None' : first.toUpperCase() + rest.join('')} of your ${counted(all)} ${won === 0 && !final ? 'leads' : verb}`
}
