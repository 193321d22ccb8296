import type { CallAnswer } from '@nation/domain/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import { call } from '../../lib/api/client'
import type { JsonCallId } from '../../lib/api/client'
import { useLive } from '../../lib/live/live'
import { queryClient, useCall } from '../../lib/query/query'
import { followPollCounts } from './follow-counts'
import type { Poll, PollTab } from './types'

followPollCounts()

/** Lists are asked for again this often where events do not arrive by themselves. */
const REFRESH = 30_000
/** Polls on a page (requirements 1.9). */
const PAGE = 20

/**
 * What may read differently once a poll was made, answered, changed or closed. Only what a vote's event makes stale: the log names
 * no caller of these calls, and of any other it would tell who voted when.
 */
export const pollReads: readonly JsonCallId[] = [
  'polls.list',
  'polls.get',
  'polls.top-active',
  'polls.recent',
  'government.get-polls',
  'vote-hub.check-vote-status',
  'participation.overview',
  'participation.day',
]

const useRefresh = () => {
  const live = useLive((state) => state.live)
  return live ? (false as const) : REFRESH
}

/** The polls of a tab, the newest first, page by page. */
export function usePolls(tab: PollTab) {
  const input = { status: tab === 'active' ? ('active' as const) : ('closed' as const), limit: PAGE }
  return useInfiniteQuery({
    queryKey: ['polls.list', input],
    queryFn: ({ pageParam, signal }) =>
      call('polls.list', pageParam === null ? input : { ...input, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: useRefresh(),
  })
}

/** One poll with its log, as it is now. */
export const usePoll = (pollId: string, enabled = true) =>
  useCall('polls.get', { pollId }, { enabled, every: useRefresh() })

/** The five polls with the most votes, and the ten newest. */
export function useShortLists() {
  const every = useRefresh()
  return { top: useCall('polls.top-active', {}, { every }), recent: useCall('polls.recent', {}, { every }) }
}

/** Puts a poll as the server just answered it into everything that shows it, without waiting for a refresh. */
export function showPoll(pollId: string, change: (poll: Poll) => Poll): void {
  const update = (poll: Poll) => (poll.id === pollId ? change(poll) : poll)
  queryClient.setQueriesData<InfiniteData<CallAnswer<'polls.list'>>>(
    { queryKey: ['polls.list'] },
    (lists) => lists && { ...lists, pages: lists.pages.map((page) => ({ ...page, polls: page.polls.map(update) })) },
  )
  queryClient.setQueriesData<CallAnswer<'polls.get'>>(
    { queryKey: ['polls.get'] },
    (page) => page && { ...page, poll: update(page.poll) },
  )
}
