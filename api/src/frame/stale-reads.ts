import type { CallId } from '@nation/domain/contract'
import { eventOf } from '@nation/domain/events'

/**
 * What a journal entry makes stale.
 * `everybody`: no caller gets an answer of these calls whose computation started before the entry.
 * `theirs`: only the citizens of the entry (its author, or those who are listed) get no older answer of any call; others may get
 * one until it is too old.
 * `nothing`: no public answer contains it, or only the caller's own fields do.
 */
export type Stale =
  | { readonly to: 'everybody'; readonly calls: readonly CallId[] | 'all' }
  | { readonly to: 'theirs' }
  | { readonly to: 'nothing' }

/**
 * What an entry of this kind makes stale, by the declaration of its event. A kind that names no call makes all answers stale.
 */
export function staleBy(kind: string): Stale {
  const { answers, stale = [], staleWhere, brings = [] } = eventOf(kind) ?? {}
  if (answers === 'theirs' || answers === 'nothing') return { to: answers }
  const calls = [...stale, ...(staleWhere?.calls ?? []), ...brings]
  return { to: 'everybody', calls: answers === 'all' || calls.length === 0 ? 'all' : calls }
}
