import { ButtonLink, Row, Text, useNow } from '../../../ui'
import { ballotPath, DONE_PATH } from '../ballot/addresses'
import { shortTitles } from '../shared/election-words'
import type { Election } from '../shared/types'
import { useVoteStatus } from '../shared/use-eligibility'
import { givenFor, nextWithoutVote, officesByStage } from './offices'
import classes from './VoteProgress.module.css'

interface Props {
  election: Election
}

/**
 * How many of the offices that are open have the voter's vote, and the way to the next on the ballot; before the first vote, and for
 * visitors, the way to the ballot alone. Nothing while no office is open.
 */
export function VoteProgress({ election }: Props) {
  const { data } = useVoteStatus(election.id)
  const { open } = officesByStage(election, useNow(60_000))
  const votes = data?.userVotes ?? {}
  const cast = givenFor(open, votes)
  const next = nextWithoutVote(open, votes)
  if (open.length === 0) return null
  const begun = cast > 0
  const says = begun
    ? `${cast} of ${open.length}${next ? `, next: ${shortTitles[next.id]}` : ', all given'}`
    : `${open.length} ${open.length === 1 ? 'office is' : 'offices are'} open`
  return (
    <Row
      nowrap
      gap={3}
      align="center"
      justify="between"
      role="group"
      className={classes.bar}
      data-bar
      aria-label={begun ? 'Your votes so far' : 'The ballot'}
    >
      <Text as="span" figures>
        {says}
      </Text>
      <ButtonLink
        to={next ? ballotPath(next.id) : DONE_PATH}
        variant={next ? 'filled' : 'default'}
        size="md"
        className={classes.way}
      >
        {begun ? (next ? `Go to ${shortTitles[next.id]}` : 'Your choices') : 'Vote office by office'}
      </ButtonLink>
    </Row>
  )
}
