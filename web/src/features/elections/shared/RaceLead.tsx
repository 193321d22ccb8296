import { Link } from 'react-router-dom'
import { useCall } from '../../../lib/query/query'
import { Stack, Text, votesInWords } from '../../../ui'
import { nameWithHandle } from './NameAndHandle'
import type { Candidate } from './types'
import { useStage } from './use-stage'

/** Where a race stands, beside one of its candidates: who leads once voting is closed, before the seats change; and the way to the others. */
export function RaceLead({ candidate }: { candidate: Candidate }) {
  const { electionId, position, positionTitle, voting, rank, status } = candidate
  const stage = useStage(voting.opensAt, voting.closesAt)
  const isDecidedNotSeated = stage === 'after' && rank === null && status === 'active'
  const { data } = useCall('elections.results', { electionId }, { enabled: isDecidedNotSeated })
  const race = data?.results.find((one) => one.position === position)
  // Null where nobody voted: then nobody leads.
  const first = race?.winner
  return (
    <Stack gap={1}>
      {isDecidedNotSeated && first && (
        <Text strong figures>
          {race.rule === 'earlier'
            ? 'Level at the head of the closed vote: the earlier candidacy decides on Monday.'
            : first.id === candidate.id
              ? 'Leads the closed vote. The seat changes on Monday.'
              : `${nameWithHandle(first.displayName, first.twitterHandle)} leads the closed vote with ${votesInWords(first.votes)} votes.`}
        </Text>
      )}
      {status === 'active' ? (
        <Link to={`/elections?position=${position}`}>All candidates for {positionTitle}</Link>
      ) : (
        <Link to={`/elections/results/${electionId}`}>The results of this election</Link>
      )}
    </Stack>
  )
}
