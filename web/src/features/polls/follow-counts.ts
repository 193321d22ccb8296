import type { CallAnswer } from '@nation/domain/contract'
import { broughtBy } from '@nation/domain/events/manifest'
import { allVotes, pollCountsOf, pollLimits, withPollCounts, type PollCounts } from '@nation/domain/polls'
import type { JsonCallId } from '../../lib/api/client'
import { queryClient } from '../../lib/query/query'
import { takeEvents } from '../../lib/query/taken-events'

type Poll = CallAnswer<'polls.get'>['poll']
interface Page {
  readonly polls: readonly Poll[]
}
/** Answers that show polls: one poll, a page of them, or a list that was read page by page. */
type Shown = { readonly poll: Poll } | Page | { readonly pages: readonly Page[] }

/** Everything that shows counts of polls. */
const shows = broughtBy['polls.tally-changed']

/** Counts come with their event (decision 108): called by whatever reads polls. */
export const followPollCounts = (): void => takeEvents('polls.tally-changed', ({ facts }) => writePollCounts(facts))

/**
 * Puts the counts that an event brings into the polls that were read, so that they are not asked for again.
 * @returns what has to be read again all the same: the polls with the most votes, when one of them is not shown yet, and what is no
 * list of polls
 */
export function writePollCounts(facts: Readonly<Record<string, unknown>>): readonly JsonCallId[] {
  const event = pollCountsOf(facts)
  if (!event) return shows
  return shows.filter((id) => {
    const queries = queryClient.getQueryCache().findAll({ queryKey: [id] })
    return queries.map(({ queryKey }) => write(id, queryKey, event)).includes(false)
  })
}

/** Writes the counts into one answer. False when it has to be read again. */
function write(id: JsonCallId, key: readonly unknown[], event: PollCounts): boolean {
  const shown = queryClient.getQueryData<Shown>(key)
  if (!shown) return true
  const renewed = (poll: Poll) => (poll.id === event.pollId ? withPollCounts(poll, event) : poll)
  const page = <T extends Page>(one: T): T => ({ ...one, polls: one.polls.map(renewed) })
  if ('poll' in shown) queryClient.setQueryData(key, { ...shown, poll: renewed(shown.poll) })
  else if ('pages' in shown) queryClient.setQueryData(key, { ...shown, pages: shown.pages.map(page) })
  else if (!('polls' in shown)) return false
  else if (id === 'polls.top-active') return writeTop(key, page(shown), event)
  else queryClient.setQueryData(key, page(shown))
  return true
}

/** The polls with the most votes, in their order. A poll that is not among them and has as many as the last one belongs to them. */
function writeTop(key: readonly unknown[], shown: Page, event: PollCounts): boolean {
  const polls = shown.polls.toSorted((a, b) => b.totalVotes - a.totalVotes)
  queryClient.setQueryData(key, { ...shown, polls })
  if (polls.some((poll) => poll.id === event.pollId)) return true
  return polls.length >= pollLimits.topActive && allVotes(event) < (polls.at(-1)?.totalVotes ?? 0)
}
