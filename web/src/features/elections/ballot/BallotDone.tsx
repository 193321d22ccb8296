import { roleOfPosition, takingVotes } from '@nation/domain/elections'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { AuthWall } from '../../citizens'
import { Page, PageHead } from '../../../ui/Page'
import { ShareButton } from '../../../ui/ShareButton'
import { usePageTitle } from '../../../ui/use-page-title'
import { sentenceOf } from '../../../lib/api/api-error'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import { useSession } from '../../../lib/session/session'
import {
  ButtonLink,
  ErrorState,
  Instant,
  Loading,
  officeLooks,
  officeStyle,
  Row,
  Skeleton,
  Stack,
  Text,
} from '../../../ui'
import { givenFor, nextWithoutVote, officesByStage } from '../hub/offices'
import { officesInWords, shortTitles, votedInWords, weightInWords } from '../shared/election-words'
import { NameAndHandle } from '../shared/NameAndHandle'
import type { Election, Position, UserVotes } from '../shared/types'
import { useVoteStatus, type VoteStatus } from '../shared/use-eligibility'
import { useElectionNow } from '../shared/use-stage'
import { ballotPath } from './addresses'
import classes from './Ballot.module.css'

/** For whom one voted, office by office, and the way back to each (decision 82). */
export default function BallotDone() {
  usePageTitle()
  const { status, user } = useSession()
  const live = useLive((state) => state.live)
  const current = useCall('elections.current', {}, { every: live ? false : 30_000 })
  if (status !== 'unknown' && !user) return <AuthWall page="Your ballot">Only you see for whom you voted.</AuthWall>
  return (
    <Page narrow>
      {current.data?.election ? (
        <Choices election={current.data.election} />
      ) : (
        <>
          <Head />
          {current.data ? (
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
        </>
      )}
    </Page>
  )
}

interface HeadProps {
  /** Offices that are open now; they close at one instant. */
  open?: readonly Position[]
  votes?: VoteStatus['data']
}

/** What one may still do; and once every office that takes votes has one, that nothing is left to do, and what the votes weigh. */
function Head({ open = [], votes }: HeadProps) {
  const offices = takingVotes(open)
  const given = votes ? givenFor(offices, votes.userVotes) : 0
  const isComplete = votes !== undefined && offices.length > 0 && given === offices.length
  const [first] = open
  const isEmpty = first !== undefined && offices.length === 0
  return (
    <PageHead title={isComplete ? 'Your ballot is complete' : 'Your choices'}>
      {isComplete && votes.eligibleToVote && <>Each of your votes weighs {weightInWords(votes.weight)}. </>}
      {isEmpty
        ? 'The open offices have no candidates yet. Citizens may stand until they close'
        : given > 0 || !first
          ? 'Change any vote until its office closes'
          : 'You can vote for each office until it closes'}
      {first && (
        <>
          : <Instant at={first.closesAt} />
        </>
      )}
      .
    </PageHead>
  )
}

function Choices({ election }: { election: Election }) {
  const votes = useVoteStatus(election.id)
  const { open, before, after } = officesByStage(election, useElectionNow(election))
  return (
    <>
      <Head open={open} votes={votes.data} />
      {votes.data ? (
        <Chosen offices={{ open, before, after }} userVotes={votes.data.userVotes} />
      ) : votes.isError ? (
        <ErrorState
          title="Your votes could not be loaded"
          onRetry={() => void votes.refetch()}
          retrying={votes.isFetching}
        >
          {sentenceOf(votes.error)} Votes that were cast are safe.
        </ErrorState>
      ) : (
        <Loading label="Loading your votes">
          <Skeleton height="20rem" />
        </Loading>
      )}
    </>
  )
}

interface ChosenProps {
  offices: ReturnType<typeof officesByStage>
  userVotes: UserVotes
}

function Chosen({ offices: { open, before, after }, userVotes }: ChosenProps) {
  const offices = takingVotes(open)
  const next = nextWithoutVote(offices, userVotes)
  return (
    <>
      <Stack gap={4}>
        {(offices.length > 0 || open.length === 0) && (
          <Text role="status" figures strong>
            {votedInWords(givenFor(offices, userVotes), offices.length, open.length - offices.length)}
          </Text>
        )}
        {open.length > 0 && (
          <ul className={classes.choices} aria-label="Your choices by office">
            {open.map((office) => (
              <OpenChoice key={office.id} office={office} candidateId={userVotes[office.id]?.[0]?.candidateId} />
            ))}
          </ul>
        )}
        <Row gap={3} fills>
          {next && (
            <ButtonLink to={ballotPath(next.id)} size="md">
              Vote for {shortTitles[next.id]}
            </ButtonLink>
          )}
          <ButtonLink to="/elections" variant={next ? 'default' : 'filled'} size="md">
            Back to Elections
          </ButtonLink>
          {!next && offices.length > 0 && <ShareButton title="The elections of Nation" path="/elections" />}
        </Row>
        {!next && offices.length > 0 && (
          <Text tone="soft" step={-1}>
            Only a link to the elections is shared, never your choices.
          </Text>
        )}
        {before[0] && (
          <Text tone="soft">
            {officesInWords(before)} {before.length === 1 ? 'opens' : 'open'} <Instant at={before[0].opensAt} />.
          </Text>
        )}
      </Stack>
      {after.length > 0 && <Closed offices={after} userVotes={userVotes} />}
    </>
  )
}

/** What became of the votes for offices of this election that are closed. */
function Closed({ offices, userVotes }: { offices: readonly Position[]; userVotes: UserVotes }) {
  return (
    <Stack as="section" gap={2} aria-labelledby="closed-offices">
      <Text id="closed-offices" as="h2" step={2}>
        Closed offices
      </Text>
      <ul className={classes.choices} aria-labelledby="closed-offices">
        {offices.map((office) => {
          const [vote] = userVotes[office.id] ?? []
          return (
            <Choice key={office.id} office={office}>
              <Text as="span" tone="soft" breaks>
                {vote ? (
                  <>
                    Closed, you voted for <ChosenName candidateId={vote.candidateId} />
                  </>
                ) : (
                  'Closed, no vote'
                )}
              </Text>
            </Choice>
          )
        })}
      </ul>
    </Stack>
  )
}

function OpenChoice({ office, candidateId }: { office: Position; candidateId: string | undefined }) {
  if (office.candidateCount === 0) {
    return (
      <Choice office={office}>
        <Text as="span" tone="soft">
          Nobody stands yet
        </Text>
      </Choice>
    )
  }
  const title = <span className="visually-hidden"> {office.title}</span>
  return (
    <Choice
      office={office}
      action={
        <Link to={ballotPath(office.id)} className={classes.change}>
          {candidateId === undefined ? 'Vote' : 'Change'}
          {title}
        </Link>
      }
    >
      {candidateId === undefined ? (
        <Text as="span" tone="soft">
          No vote yet
        </Text>
      ) : (
        <Text as="span" breaks>
          <ChosenName candidateId={candidateId} />
        </Text>
      )}
    </Choice>
  )
}

interface ChoiceProps {
  office: Position
  /** What became of the vote for it. */
  children: ReactNode
  action?: ReactNode
}

function Choice({ office, children, action }: ChoiceProps) {
  const role = roleOfPosition(office.id)
  return (
    <li className={classes.choice} style={officeStyle(role)} data-numeral={officeLooks[role].numeral}>
      <span>{office.title}</span>
      {children}
      {action}
    </li>
  )
}

function ChosenName({ candidateId = '' }: { candidateId: string }) {
  const { data, isError } = useCall('candidates.get', { candidateId })
  if (!data) return <>{isError ? 'a candidate whose name could not be loaded' : '…'}</>
  const { displayName, twitterHandle } = data.candidate
  return (
    <NameAndHandle handle={twitterHandle}>
      <strong>{displayName}</strong>
    </NameAndHandle>
  )
}
