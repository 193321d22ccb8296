import { useEffect } from 'react'
import { ApiError } from '../../../lib/api/api-error'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import type { PositionId, VotingPhase } from '../shared/types'
import { useHubPage } from './use-hub-page'

/**
 * Candidates are asked for again this often where events do not arrive by themselves (requirements 1.9), and where the
 * list has several pages: counts that arrive are put into the page that is shown, and may belong to another one by now.
 */
const REFRESH = 30_000

/** How many a page shows. One page is read and drawn at a time, however many stand. */
export const PAGE = 48

interface Filter {
  electionId: string | undefined
  position: PositionId | null
  /** Only offices of this phase; of both without it. */
  phase?: VotingPhase | null
  search: string
}

/** The candidates of an election that match, most votes first, one page at a time. */
export function useCandidates({ electionId, position, phase = null, search }: Filter) {
  const live = useLive((state) => state.live)
  const { page, cursor, toFirst, previous, next } = useHubPage({ electionId, phase })
  const query = useCall(
    'candidates.list',
    {
      ...(electionId !== undefined && { electionId }),
      ...(position !== null && { position }),
      ...(phase !== null && { phase }),
      ...(search !== '' && { search }),
      ...(cursor !== undefined && { cursor }),
      limit: PAGE,
    },
    {
      enabled: electionId !== undefined,
      every: (list) => (live && cursor === undefined && list?.nextCursor === null ? false : REFRESH),
      keepPrevious: true,
    },
  )
  const { data, error } = query
  // An address that was cut or is old: the list is there all the same.
  const isRefused = cursor !== undefined && error instanceof ApiError && error.code === 'invalid_input'
  useEffect(() => {
    if (isRefused) toFirst()
  })
  const end = data?.nextCursor ?? null
  return {
    ...query,
    /** The first page is 0. */
    page,
    previous,
    next: end !== null && !query.isPlaceholderData ? () => next(end) : null,
  }
}
