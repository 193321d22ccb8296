import { percentageOf, shownPercentages } from './shares'

/** How often an open poll's counts are published, in milliseconds. */
export const pollPublicationMs = 5_000

/** The instant of the publication that is due at `now`: a multiple of five seconds, the same for every process. */
export const pollPublicationInstant = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / pollPublicationMs) * pollPublicationMs)

/** What `polls.tally-changed` says: the votes of each option, as they were committed at one moment. */
export interface PollCounts {
  readonly pollId: string
  readonly counts: readonly { readonly id: string; readonly votes: number }[]
}

/** The facts of an event as `PollCounts`; null when they are not (a journal entry of an earlier version). */
export function pollCountsOf(facts: Readonly<Record<string, unknown>>): PollCounts | null {
  const { pollId, counts } = facts
  if (typeof pollId !== 'string' || !Array.isArray(counts)) return null
  return { pollId, counts: counts as PollCounts['counts'] }
}

interface Option {
  readonly id: string
  readonly votes: number
  readonly percentage: number
  readonly shownPercentage: number
}

/** All votes of an event's options. */
export const allVotes = ({ counts }: PollCounts): number => counts.reduce((sum, { votes }) => sum + votes, 0)

/**
 * A poll with the counts of an event. Votes are final, so counts only grow: of two states the one with more votes is the later
 * one, and a poll that shows as many stays as it is.
 */
export function withPollCounts<T extends { readonly totalVotes: number; readonly options: readonly Option[] }>(
  poll: T,
  event: PollCounts,
): T {
  const totalVotes = allVotes(event)
  if (totalVotes <= poll.totalVotes) return poll
  const byId = new Map(event.counts.map(({ id, votes }) => [id, votes]))
  const votes = poll.options.map(({ id }) => byId.get(id) ?? 0)
  const shown = shownPercentages(votes)
  const options = poll.options.map((option, place) => ({
    ...option,
    votes: votes[place] ?? 0,
    percentage: percentageOf(votes[place] ?? 0, totalVotes),
    shownPercentage: shown[place] ?? 0,
  }))
  return { ...poll, totalVotes, options }
}
