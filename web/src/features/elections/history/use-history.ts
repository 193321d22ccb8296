import { call } from '../../../lib/api/client'
import { useCursorPages } from '../../../lib/query/use-cursor-pages'
import type { ElectionSummary, Government } from '../shared/types'

/** As many of each in a page: both lists begin with the latest, so that what belongs together is read together. */
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
