import { Button, Row, Text, useNow } from '../../../ui'
import { shortTitles } from '../shared/election-words'
import type { Election, PositionId } from '../shared/types'
import { useVoteStatus } from '../shared/use-eligibility'
import { stageAt } from '../shared/use-stage'

interface Props {
  election: Election
  choose: (position: PositionId) => void
}

/** How many of the offices that are open have the voter's vote, and the way to the next. Nothing before the first vote. */
export function VoteProgress({ election, choose }: Props) {
  const { data } = useVoteStatus(election.id)
  const now = useNow(60_000)
  if (!data) return null
  const open = election.positions.filter(({ opensAt, closesAt }) => stageAt(opensAt, closesAt, now) === 'open')
  const waiting = open.filter(({ id }) => (data.userVotes[id] ?? []).length === 0)
  const cast = open.length - waiting.length
  if (cast === 0) return null
  const next = waiting[0]
  return (
    <Row gap={3} align="center" role="group" aria-label="Your votes so far">
      <Text as="span" figures>
        {cast} of {open.length} voted
      </Text>
      {next && (
        <Button variant="default" size="sm" onClick={() => choose(next.id)}>
          Next: {shortTitles[next.id]}
        </Button>
      )}
    </Row>
  )
}
