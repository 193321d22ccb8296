import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api/client'
import { useLive } from '../../../lib/live/live'
import type { PositionId } from '../shared/types'

/** Candidates are asked for again this often where events do not arrive by themselves (spec document 1 section 9). */
const REFRESH = 30_000
const PAGE = 48

interface Filter {
  electionId: string | undefined
  position: PositionId | null
  search: string
}

/** The candidates of an election that match, most votes first, page by page. */
export function useCandidates({ electionId, position, search }: Filter) {
  const live = useLive((state) => state.live)
  const input = {
    ...(electionId !== undefined && { electionId }),
    ...(position !== null && { position }),
    ...(search !== '' && { search }),
    limit: PAGE,
  }
  return useInfiniteQuery({
    queryKey: ['candidates.list', input],
    queryFn: ({ pageParam, signal }) =>
      call('candidates.list', pageParam === null ? input : { ...input, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: live ? false : REFRESH,
    enabled: electionId !== undefined,
  })
}
