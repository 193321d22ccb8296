import { Link } from 'react-router-dom'
import { AuthWall } from '../../citizens'
import { Page, PageHead } from '../../../ui/Page'
import { usePageTitle } from '../../../ui/use-page-title'
import { sentenceOf } from '../../../lib/api/api-error'
import { useCall } from '../../../lib/query/query'
import { useSession } from '../../../lib/session/session'
import { Skeleton, ButtonLink, ErrorState, Loading, Row, Stack, Text, useNow } from '../../../ui'
import { givenFor, hasVote, nextWithoutVote, officesByStage } from '../hub/offices'
import { shortTitles } from '../shared/election-words'
import type { Election, Position } from '../shared/types'
import { useVoteStatus } from '../shared/use-eligibility'
import { ballotPath } from './addresses'
import classes from './Ballot.module.css'

/** For whom one voted, office by office, and the way back to each (decision 82). */
export default function BallotDone() {
  usePageTitle()
  const { status, user } = useSession()
  const current = useCall('elections.current', {})
  if (status !== 'unknown' && !user) return <AuthWall />
  return (
    <Page narrow>
      <PageHead title="Your choices">Each vote may be moved until its office closes.</PageHead>
      {current.data?.election ? (
        <Choices election={current.data.election} />
      ) : current.data ? (
        <Text>No election is open at the moment.</Text>
      ) : current.isError ? (
        <ErrorState
          title="Your choices could not be loaded"
          onRetry={() => void current.refetch()}
          retrying={current.isFetching}
        >
          {sentenceOf(current.error)} Votes that were cast are safe.
        </ErrorState>
      ) : (
        <Loading label="Loading your choices">
          <Skeleton height="20rem" />
        </Loading>
      )}
    </Page>
  )
}

function Choices({ election }: { election: Election }) {
  const votes = useVoteStatus(election.id)
  const { open, before, after } = officesByStage(election, useNow(60_000))
  if (!votes.data) {
    if (!votes.isError) {
      return (
        <Loading label="Loading your votes">
          <Skeleton height="20rem" />
        </Loading>
      )
    }
    return (
      <ErrorState
        title="Your votes could not be loaded"
        onRetry={() => void votes.refetch()}
        retrying={votes.isFetching}
      >
        {sentenceOf(votes.error)} Votes that were cast are safe.
      </ErrorState>
    )
  }
  const { userVotes } = votes.data
  const shown = [...open, ...[...after, ...before].filter(({ id }) => hasVote(userVotes, id))]
  const next = nextWithoutVote(open, userVotes)
  return (
    <Stack gap={4}>
      <Text role="status" figures>
        {givenFor(open, userVotes)} of {open.length} open offices have your vote.
      </Text>
      <ul className={classes.choices} aria-label="Your choices by office">
        {shown.map((office) => (
          <Choice key={office.id} office={office} candidateId={userVotes[office.id]?.[0]?.candidateId} />
        ))}
      </ul>
      <Row gap={3}>
        {next && (
          <ButtonLink to={ballotPath(next.id)} size="md">
            Go on with {shortTitles[next.id]}
          </ButtonLink>
        )}
        <ButtonLink to="/elections" variant={next ? 'default' : 'filled'} size="md">
          Back to Elections
        </ButtonLink>
      </Row>
    </Stack>
  )
}

function Choice({ office, candidateId }: { office: Position; candidateId: string | undefined }) {
  return (
    <Row as="li" gap={[1, 4]} align="center" justify="between" className={classes.choice}>
      <Link to={ballotPath(office.id)}>{office.title}</Link>
      {candidateId === undefined ? <Text tone="faint">No vote yet</Text> : <Chosen candidateId={candidateId} />}
    </Row>
  )
}

function Chosen({ candidateId }: { candidateId: string }) {
  const { data, isError } = useCall('candidates.get', { candidateId })
  if (!data) return <Text tone="soft">{isError ? 'Voted; the name could not be loaded' : 'Loading the name…'}</Text>
  const { displayName, twitterHandle } = data.candidate
  return (
    <Text as="span" strong breaks>
      {displayName}{' '}
      <Text as="span" tone="soft" face="document">
        @{twitterHandle}
      </Text>
    </Text>
  )
}
