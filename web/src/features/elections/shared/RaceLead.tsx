import { Link } from 'react-router-dom'
import { useCall } from '../../../lib/query/query'
import { instantInWords, Stack, Text, votesWithWord } from '../../../ui'
import { levelAtHead } from './level'
import { nameWithHandle } from './NameAndHandle'
import type { Candidate, Result } from './types'
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
  const level = race ? levelAtHead(race) : []
  const seatChanges = data ? instantInWords(data.election.endsAt) : ''
  return (
    <Stack gap={1}>
      {isDecidedNotSeated && first && (
        <Text strong figures>
          {level.length > 0
            ? levelInWords(level, candidate, seatChanges)
            : first.id === candidate.id
              ? `Leads the closed vote. The seat changes ${seatChanges}.`
              : `${nameWithHandle(first.displayName, first.twitterHandle)} leads the closed vote with ${votesWithWord(first.votes)}.`}
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

const listed = new Intl.ListFormat('en')

function levelInWords(
  level: readonly Result['candidates'][number][],
  candidate: Candidate,
  seatChanges: string,
): string {
  const decides = `the earlier candidacy decides ${seatChanges}.`
  if (level.some(({ id }) => id === candidate.id)) return `Level at the head of the closed vote: ${decides}`
  const names = level.map(({ displayName, twitterHandle }) => nameWithHandle(displayName, twitterHandle))
  return `${listed.format(names)} are level at the head of the closed vote: ${decides}`
}
