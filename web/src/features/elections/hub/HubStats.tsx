import { positionIds } from '@nation/domain/elections'
import { useSession } from '../../../lib/session/session'
import { Skeleton, LiveNumber, StatCard, StatRow } from '../../../ui'
import { badgeOf } from '../../citizens'
import type { Election } from '../shared/types'
import { useVoteStatus } from '../shared/use-eligibility'

const statusWords = { upcoming: 'Upcoming', active: 'Active', past: 'Counting', cancelled: 'Cancelled' } as const

/** Total candidates, how the election stands, and how oneself stands in it. */
export function HubStats({ election }: { election: Election }) {
  return (
    <StatRow label="The election in figures">
      <StatCard label="Total Candidates">
        <LiveNumber value={election.totalCandidates} />
      </StatCard>
      <StatCard label="Elections Status">{statusWords[election.status]}</StatCard>
      <OwnStatus electionId={election.id} />
    </StatRow>
  )
}

function OwnStatus({ electionId }: { electionId: string }) {
  const { status, user } = useSession()
  const votes = useVoteStatus(electionId)
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
  const cast = Object.values(votes.data?.userVotes ?? {}).flat().length
  const note =
    votes.data &&
    (votes.data.eligibleToVote
      ? `Your vote weighs ${votes.data.weight.multiplier.toFixed(1)}× · ${cast} of ${positionIds.length} cast`
      : votes.data.reasons[0]?.message)
  return (
    <StatCard label="Your Status" note={note}>
      {user.role === 'candidate' ? 'Candidate' : badgeOf(user)}
    </StatCard>
  )
}
