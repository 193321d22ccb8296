import { useFeatures } from '../../../lib/feature-flags'
import { ButtonLink, Row, Text } from '../../../ui'
import { ballotPath, DONE_PATH } from '../ballot/addresses'
import { shortTitles } from '../shared/election-words'
import type { Election } from '../shared/types'
import { useVoteStatus } from '../shared/use-eligibility'
import { useElectionNow } from '../shared/use-stage'
import { givenFor, nextWithoutVote, officesByStage, votedOffices } from './offices'
import classes from './VoteProgress.module.css'

interface Props {
  election: Election
}

/**
 * How many of the offices that take votes have the voter's vote, and the way to the next on the ballot; before the first vote, and for
 * visitors, the way to the ballot alone. Nothing while no office takes votes, or voting is switched off.
 */
export function VoteProgress({ election }: Props) {
  const { voting } = useFeatures()
  const { data } = useVoteStatus(election.id)
  const now = useElectionNow(election)
  const offices = votedOffices(election, now)
  const votes = data?.userVotes ?? {}
  const cast = givenFor(offices, votes)
  const next = nextWithoutVote(offices, votes)
  if (!voting || offices.length === 0) return null
  const begun = cast > 0
  const isEach = offices.length === officesByStage(election, now).open.length
  const says = begun
    ? `${cast} of ${offices.length}${next ? `, next: ${shortTitles[next.id]}` : ', all given'}`
    : offices.length === 1
      ? `1 office ${isEach ? 'is open' : 'takes votes'}`
      : `${offices.length} offices ${isEach ? 'are open' : 'take votes'}`
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
