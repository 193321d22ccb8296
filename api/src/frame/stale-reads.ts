import type { CallId } from '@nation/domain/contract'

/**
 * What an entry of the journal makes stale.
 * `everybody`: no answer of these calls that was begun before the entry is given to anybody.
 * `theirs`: many citizens write such entries at the same moment, so only those whom the entry names (its actor, or those who
 * are listed) get no older answer of any call; others may until it has reached its age.
 * `nothing`: no public answer holds it, or the overlay of one's own fields does.
 */
export type Stale =
  | { readonly to: 'everybody'; readonly calls: readonly CallId[] | 'all' }
  | { readonly to: 'theirs' }
  | { readonly to: 'nothing' }

const nothing: Stale = { to: 'nothing' }
const theirs: Stale = { to: 'theirs' }
const everybody = (...calls: CallId[]): Stale => ({ to: 'everybody', calls })
/** What is taken from everybody may be named anywhere; so may the name of a new holder of an office. */
const all: Stale = { to: 'everybody', calls: 'all' }

const elections: Stale = everybody(
  'elections.current',
  'elections.list',
  'elections.get',
  'elections.results',
  'elections.governments',
  'candidates.list',
  'candidates.get',
  'candidates.past',
  'members.get-official',
  'members.get-government',
  'system.stats',
  'participation.overview',
)
const counts: Stale = everybody('candidates.list', 'candidates.get', 'elections.results')
const bank: Stale = everybody('bank.get-data', 'bank.get-payments', 'bank.get-cycles', 'bank.get-ledger')
const polls: Stale = everybody(
  'polls.list',
  'polls.get',
  'polls.results',
  'polls.top-active',
  'polls.recent',
  'vote-hub.get-active-polls',
  'government.get-polls',
  'participation.overview',
)
const interviews: Stale = everybody(
  'interviews.list',
  'interviews.get',
  'interviews.status',
  'citizen-interviews.list',
  'citizen-interviews.get',
  'participation.overview',
)

/** By kind, or by feature where a kind is not named. What is not named here makes everything stale. */
const declared: Readonly<Record<string, Stale>> = {
  admin: nothing,
  auth: nothing,
  bank,
  broadcasts: everybody('broadcast.get-active'),
  'candidates.stood': theirs,
  'candidates.updated': theirs,
  citizens: theirs,
  'citizens.left': all,
  'citizens.erase': all,
  'citizens.erased': all,
  'citizens.export-asked': nothing,
  'citizens.export-ready': nothing,
  elections,
  'elections.cancelled': all,
  // One's own vote is put into counts that do not hold it yet.
  'elections.voted': nothing,
  'elections.tally-changed': counts,
  'elections.roll-read': everybody('elections.current', 'elections.results'),
  interviews,
  'interviews.answered': theirs,
  'interviews.responded': theirs,
  polls,
  'polls.tally-changed': nothing,
  'polls.voted': theirs,
  token: nothing,
}

/** What an entry of this kind makes stale. */
export const staleBy = (kind: string): Stale => declared[kind] ?? declared[kind.split('.')[0] ?? ''] ?? all
