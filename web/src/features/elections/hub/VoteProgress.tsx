import { Button, Row, Text, useNow } from '../../../ui'
import { shortTitles } from '../shared/election-words'
import type { Election, PositionId } from '../shared/types'
import { useVoteStatus } from '../shared/use-eligibility'
import { hasVote, nextWithoutVote, officesByStage } from './offices'
import classes from './VoteProgress.module.css'

interface Props {
  election: Election
  choose: (position: PositionId) => void
}

/** How many of the offices that are open have the voter's vote, and the way to the next. Nothing before the first vote. */
export function VoteProgress({ election, choose }: Props) {
  const { data } = useVoteStatus(election.id)
  const now = useNow(60_000)
  if (!data) return null
  const { open } = officesByStage(election, now)
  const cast = open.filter(({ id }) => hasVote(data.userVotes, id)).length
  if (cast === 0) return null
  const next = nextWithoutVote(open, data.userVotes)
  return (
    <Row
      gap={[1, 3]}
      align="center"
      justify="between"
      role="group"
      className={classes.bar}
      aria-label="Your votes so far"
    >
      <Text as="span" figures>
        {cast} of {open.length}
        {next ? `, next: ${shortTitles[next.id]}` : ', all given'}
      </Text>
      {next && (
        <Button variant="default" size="md" onClick={() => choose(next.id)}>
          Go to {shortTitles[next.id]}
        </Button>
      )}
    </Row>
  )
}
