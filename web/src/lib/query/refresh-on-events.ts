import type { JsonCallId } from '../api/client'
import type { LiveEvent } from '../live/live'
import { forget, forgetAll } from './query'
import { tallies, writeCounts } from './write-counts'

const candidacies: readonly JsonCallId[] = [...tallies, 'candidates.mine', 'elections.current', 'elections.get']
const government: readonly JsonCallId[] = ['members.get-government', 'members.get-official', 'system.stats']
const holdings: readonly JsonCallId[] = ['holdings.get', 'token-balance.get']
const bank: readonly JsonCallId[] = ['bank.get-data', 'bank.get-payments', 'bank.get-cycles', 'bank.get-ledger']
const everything: readonly JsonCallId[] = [
  ...candidacies,
  ...government,
  'elections.list',
  'elections.get',
  'votes.status',
  'participation.overview',
]
const pollCounts: readonly JsonCallId[] = ['polls.list', 'polls.get', 'polls.top-active', 'government.get-polls']
const polls: readonly JsonCallId[] = [
  ...pollCounts,
  'polls.recent',
  'vote-hub.check-vote-status',
  'participation.overview',
]
const ownVotes: readonly JsonCallId[] = ['votes.status', 'candidates.list', 'candidates.get', 'participation.overview']

const features: readonly JsonCallId[] = ['system.settings', 'system.features']

const interviews: readonly JsonCallId[] = [
  'interviews.list',
  'interviews.get',
  'interviews.status',
  'interviews.my-responses',
  'interviews.all',
  'interviews.responses',
  'participation.overview',
]

/** What may read differently after an event. */
export function affectedBy(kind: string): readonly JsonCallId[] {
  const [feature] = kind.split('.')
  if (kind === 'elections.tally-changed') return tallies
  if (kind === 'system.feature-switched') return features
  if (kind === 'elections.voted' || feature === 'votes') return ownVotes
  if (feature === 'candidates') return candidacies
  if (feature === 'elections') return everything
  if (feature === 'government' || feature === 'members') return government
  if (kind === 'citizens.balance-changed' || kind.startsWith('citizens.wallet-') || feature === 'token') return holdings
  // One's own profile is read again by `useOwnNews`.
  if (feature === 'citizens') return ['system.stats', 'citizens.newest', 'members.get-all', 'admin.users']
  if (feature === 'interviews') return interviews
  if (kind === 'polls.tally-changed') return pollCounts
  if (feature === 'polls') return polls
  if (feature === 'bank') return bank
  if (feature === 'broadcasts') return ['broadcast.get-active', 'broadcast.get-messages']
  return []
}

/** After an outage every browser may be told to read anew; each does so at a moment of its own within this time. */
const SPREAD = 5_000

/** Events that come in a burst are answered by one refresh, at a moment of each browser's own. */
const GATHER = 800

/** Refreshes what is shown when the nation says that it changed. */
export function refreshOnEvents(subscribe: (listener: (event: LiveEvent) => void) => void): void {
  const waiting = new Set<JsonCallId>()
  let timer: ReturnType<typeof setTimeout> | undefined
  subscribe(({ kind, facts }) => {
    const stale = kind === 'elections.tally-changed' ? writeCounts(facts) : affectedBy(kind)
    for (const id of stale) waiting.add(id)
    if (waiting.size === 0) return
    timer ??= setTimeout(
      () => {
        timer = undefined
        const ids = [...waiting]
        waiting.clear()
        void forget(ids)
      },
      GATHER * (0.5 + Math.random()),
    )
  })
}

/** Reads once again whatever was read when the nation says that events were missed. */
export function refreshOnReset(subscribe: (listener: () => void) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  subscribe(() => {
    timer ??= setTimeout(
      () => {
        timer = undefined
        void forgetAll()
      },
      GATHER + Math.random() * SPREAD,
    )
  })
}
