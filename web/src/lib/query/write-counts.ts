import type { CallAnswer } from '@nation/domain/contract'
import { tallyChangedOf, type PublishedCount } from '@nation/domain/elections'
import type { JsonCallId } from '../api/client'
import { queryClient } from './query'

type Candidate = CallAnswer<'candidates.get'>['candidate']

/** What shows counts that an event does not bring: standings are ranked and shared out by the server. */
const standings: readonly JsonCallId[] = ['elections.results']

/** Everything that shows candidates' counts. */
export const tallies: readonly JsonCallId[] = ['candidates.list', 'candidates.get', ...standings]

/**
 * Puts the counts that an event brings into the lists and pages of candidates that were read, so that nobody asks for them
 * again. What the public counts do not hold yet of one's own vote stays added.
 * @returns what has to be read again all the same
 */
export function writeCounts(facts: Readonly<Record<string, unknown>>): readonly JsonCallId[] {
  const event = tallyChangedOf(facts)
  if (!event?.counts) return tallies
  const { electionId, asOf } = event
  const counts = new Map(event.counts.map((one) => [one.id, one]))
  const renewed = (candidate: Candidate) =>
    candidate.electionId === electionId && candidate.countsAsOf < asOf
      ? recounted(candidate, counts.get(candidate.id), asOf)
      : candidate
  queryClient.setQueriesData<CallAnswer<'candidates.get'>>(
    { queryKey: ['candidates.get'] },
    (page) => page && { ...page, candidate: renewed(page.candidate) },
  )
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ['candidates.list'] })) {
    const input = query.queryKey[1] as { readonly sort?: string } | undefined
    queryClient.setQueryData<CallAnswer<'candidates.list'>>(query.queryKey, (list) => {
      if (!list || list.electionId !== electionId) return list
      const candidates = list.candidates.map(renewed)
      return { ...list, candidates: input?.sort === 'newest' ? candidates : candidates.toSorted(mostVotesFirst) }
    })
  }
  return standings
}

/** A candidate with the counts of an instant: those of the event, or the same as before when it does not name them. */
function recounted(candidate: Candidate, counts: PublishedCount | undefined, asOf: number): Candidate {
  const before = candidate.uncounted
  const publicVotes = counts?.votes ?? candidate.votes - (before?.votes ?? 0)
  const publicSupporters = counts?.supportersCount ?? candidate.supportersCount - (before?.supportersCount ?? 0)
  const uncounted = before && before.votedAt >= asOf ? before : null
  return {
    ...candidate,
    votes: Math.max(0, Math.round((publicVotes + (uncounted?.votes ?? 0)) * 10) / 10),
    supportersCount: Math.max(0, publicSupporters + (uncounted?.supportersCount ?? 0)),
    uncounted,
    countsAsOf: asOf,
  }
}

/** The server's order; of equals the order stays. (Pages of a long list are read again at intervals.) */
const mostVotesFirst = (a: Candidate, b: Candidate) => b.votes - a.votes || b.supportersCount - a.supportersCount
