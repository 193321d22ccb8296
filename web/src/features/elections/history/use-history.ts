import { call } from '../../../lib/api/client'
import { useCursorPages } from '../../../lib/query/use-cursor-pages'
import type { ElectionSummary, Government } from '../shared/types'

const PAGE = 10

/** The governments, page by page. */
export const useGovernments = () =>
  useCursorPages(['elections.governments', {}], (cursor, signal) =>
    call('elections.governments', { limit: PAGE, ...cursor }, { signal }),
  )

/** The elections that are over, page by page. */
export const usePastElections = () =>
  useCursorPages(['elections.list', { status: 'past' }], (cursor, signal) =>
    call('elections.list', { status: 'past', limit: PAGE, ...cursor }, { signal }),
  )

/**
 * The elections that none of these governments came from. Those that ended before the oldest government that is read may have one
 * that is not read yet: they are left out while there are more.
 */
export function withoutGovernment(
  elections: readonly ElectionSummary[],
  governments: readonly Government[],
  areMore: boolean,
): ElectionSummary[] {
  const known = new Set(governments.map(({ electionId }) => electionId))
  const oldest = Math.min(...governments.map(({ electionStartedAt }) => electionStartedAt))
  return elections.filter(({ id, startsAt }) => !known.has(id) && !(areMore && startsAt < oldest))
}

/**
 * Whether the next page of elections is to be read without being asked for: while they reach less far back than the governments that
 * are read, and where all governments are read, while the last page had none but elections of governments.
 */
export function readsOn(
  pages: readonly (readonly ElectionSummary[])[],
  governments: readonly Government[],
  areMore: boolean,
): boolean {
  const last = pages.at(-1) ?? []
  const reached = last.at(-1)?.startsAt ?? -Infinity
  if (areMore) return reached > Math.min(...governments.map(({ electionStartedAt }) => electionStartedAt))
  return withoutGovernment(last, governments, false).length === 0
}
