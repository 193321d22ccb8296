import type { CallId } from '@nation/domain/contract'
import { eventOf } from '@nation/domain/events'

/**
 * What an entry of the journal makes stale.
 * `everybody`: no answer of these calls that was begun before the entry is given to anybody.
 * `theirs`: only those whom the entry names (its actor, or those who are listed) get no older answer of any call; others may
 * until it has reached its age.
 * `nothing`: no public answer holds it, or the overlay of one's own fields does.
 */
export type Stale =
  | { readonly to: 'everybody'; readonly calls: readonly CallId[] | 'all' }
  | { readonly to: 'theirs' }
  | { readonly to: 'nothing' }

/** What an entry of this kind makes stale, as its event declares it. A kind that names no call makes everything stale. */
export function staleBy(kind: string): Stale {
  const { answers, stale = [], brings = [] } = eventOf(kind) ?? {}
  if (answers === 'theirs' || answers === 'nothing') return { to: answers }
  const calls = [...stale, ...brings]
  return { to: 'everybody', calls: answers === 'all' || calls.length === 0 ? 'all' : calls }
}
