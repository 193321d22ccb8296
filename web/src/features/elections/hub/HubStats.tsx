import { useSession } from '../../../lib/session/session'
import { Skeleton, LiveNumber, StatCard, StatRow } from '../../../ui'
import { badgeOf } from '../../citizens'
import { weightInWords } from '../shared/election-words'
import type { Election } from '../shared/types'
import { useVoteStatus } from '../shared/use-eligibility'
import { useElectionNow } from '../shared/use-stage'
import { givenFor, votedOffices } from './offices'

const statusWords = { upcoming: 'Upcoming', active: 'Active', past: 'Counting', cancelled: 'Cancelled' } as const

/** Total candidates, how the election stands, and how oneself stands in it. */
export function HubStats({ election }: { election: Election }) {
  return (
    <StatRow label="The election in figures">
      <StatCard label="Total Candidates">
        <LiveNumber value={election.totalCandidates} />
      </StatCard>
      <StatCard label="Elections Status">{election.resultsReady ? 'Completed' : statusWords[election.status]}</StatCard>
      <OwnStatus election={election} />
    </StatRow>
  )
}

function OwnStatus({ election }: { election: Election }) {
  const { status, user } = useSession()
  const { data } = useVoteStatus(election.id)
  const offices = votedOffices(election, useElectionNow(election))
  if (status === 'unknown') {
    return (
      <StatCard label="Your Status">
        <Skeleton width="8ch" />
      </StatCard>
    )
  }
  if (!user) {
    return (
      <StatCard label="Your Status" note="Sign in to vote and to stand">
        Visitor
      </StatCard>
    )
  }
  const weighs = data && `Your vote weighs ${weightInWords(data.weight)}`
  const note = !data
    ? undefined
    : !data.eligibleToVote
      ? data.reasons[0]?.message
      : offices.length === 0
        ? weighs
        : `${weighs} · ${givenFor(offices, data.userVotes)} of ${offices.length} given`
  return (
    <StatCard label="Your Status" note={note}>
      {user.role === 'candidate' ? 'Candidate' : badgeOf(user)}
    </StatCard>
  )
}
