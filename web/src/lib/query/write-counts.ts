import type { CallAnswer } from '@nation/domain/contract'
import {
  tallyChangedOf,
  withCounts,
  withTurnout,
  type PublishedCount,
  type TallyChanged,
} from '@nation/domain/elections'
import { broughtBy } from '@nation/domain/events/manifest'
import type { JsonCallId } from '../api/client'
import { queryClient } from './query'

type Candidate = CallAnswer<'candidates.get'>['candidate']
type Shown =
  | CallAnswer<'candidates.get'>
  | CallAnswer<'candidates.list'>
  | CallAnswer<'elections.current'>
  | CallAnswer<'elections.results'>

/** Everything that shows candidates' counts or the turnout. */
const tallies = broughtBy['elections.tally-changed']

/**
 * Puts the counts that an event brings into the lists, pages and standings that were read, so that they are not asked for
 * again. What the public counts do not hold yet of one's own vote stays added.
 * @returns what has to be read again all the same: nothing, unless more of an office changed than the event holds and something shows it
 */
export function writeCounts(facts: Readonly<Record<string, unknown>>): readonly JsonCallId[] {
  const event = tallyChangedOf(facts)
  if (!event) return tallies
  const counts = new Map(event.counts.map((one) => [one.id, one]))
  return tallies.filter((id) => {
    const queries = queryClient.getQueryCache().findAll({ queryKey: [id] })
    return queries.map((query) => write(query.queryKey, event, counts)).includes(false)
  })
}

/** Writes the counts into one answer. False when it shows some that the event may have left out. */
function write(key: readonly unknown[], event: TallyChanged, counts: ReadonlyMap<string, PublishedCount>): boolean {
  const shown = queryClient.getQueryData<Shown>(key)
  if (!shown) return true
  const isCurrent = (candidates: readonly Pick<Candidate, 'id' | 'position'>[]) =>
    candidates.every(({ id, position }) => !event.partly.has(position) || counts.has(id))
  const renewed = (one: Candidate) =>
    one.electionId === event.electionId && one.countsAsOf < event.asOf
      ? recounted(one, counts.get(one.id), event.asOf)
      : one
  if ('candidate' in shown) {
    if (shown.candidate.electionId !== event.electionId) return true
    if (!isCurrent([shown.candidate])) return false
    queryClient.setQueryData<CallAnswer<'candidates.get'>>(key, { ...shown, candidate: renewed(shown.candidate) })
    return true
  }
  // Results have an election, too.
  if ('election' in shown && !('results' in shown)) {
    const election = shown.election && withTurnout(shown.election, event)
    if (election !== shown.election)
      queryClient.setQueryData<CallAnswer<'elections.current'>>(key, { ...shown, election })
    return true
  }
  if ('results' in shown) {
    const standings = withCounts(shown, event)
    queryClient.setQueryData<CallAnswer<'elections.results'>>(key, standings)
    if (standings === shown) return true
    return isCurrent(
      standings.results.flatMap(({ position, candidates }) => candidates.map(({ id }) => ({ id, position }))),
    )
  }
  if (shown.electionId !== event.electionId) return true
  if (!isCurrent(shown.candidates)) return false
  const input = key[1] as { readonly sort?: string } | undefined
  const candidates = shown.candidates.map(renewed)
  queryClient.setQueryData<CallAnswer<'candidates.list'>>(key, {
    ...shown,
    candidates: input?.sort === 'newest' ? candidates : candidates.toSorted(mostVotesFirst),
  })
  return true
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
