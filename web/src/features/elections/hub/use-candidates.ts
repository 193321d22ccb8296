import { useState } from 'react'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import type { PositionId, VotingPhase } from '../shared/types'

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
  const filter = `${electionId} ${position} ${phase} ${search}`
  // The way to the page that is seen: where each page before it ended. Another filter begins at the first.
  const [walked, setWalked] = useState({ filter, ends: [] as readonly string[] })
  const ends = walked.filter === filter ? walked.ends : []
  const cursor = ends.at(-1)
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
  const { data } = query
  const end = data?.nextCursor ?? null
  return {
    ...query,
    /** The first page is 0. */
    page: ends.length,
    previous: ends.length > 0 ? () => setWalked({ filter, ends: ends.slice(0, -1) }) : null,
    next: end !== null && !query.isPlaceholderData ? () => setWalked({ filter, ends: [...ends, end] }) : null,
  }
}
