import { roleOfPosition } from '@nation/domain/elections'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useCall } from '../../../lib/query/query'
import { ButtonLink, inFull, Instant, officeStyle, Row, Stack, take, Text } from '../../../ui'
import { hasVote, nextWithoutVote, officesByStage, votedOffices } from '../hub/offices'
import { shortTitles, weightInWords } from '../shared/election-words'
import { nameWithHandle } from '../shared/NameAndHandle'
import type { Election, Position, PositionId } from '../shared/types'
import { useVoteStatus, type VoteStatus } from '../shared/use-eligibility'
import { useElectionNow } from '../shared/use-stage'
import { ballotPath, comparedIn, DONE_PATH } from './addresses'
import { BallotCandidates } from './BallotCandidates'
import classes from './Ballot.module.css'
import { useOfficeMoves } from './use-office-moves'

interface Props {
  election: Election
  office: PositionId
}

/** One office of the ballot. A vote leads on to the next office that takes votes and has none, and from the last to what one chose. */
export function BallotOffice({ election, office }: Props) {
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const { data } = useVoteStatus(election.id)
  const now = useElectionNow(election)
  const offices = votedOffices(election, now)
  const { open } = officesByStage(election, now)
  // Who came by an address to an open office without a candidate goes on from there.
  const { previous, next } = neighboursOf(
    open.filter((one) => one.id === office || offices.includes(one)),
    office,
  )
  const go = (to: Position | undefined) => to && (() => void navigate(ballotPath(to.id)))
  const place = useRef<HTMLElement>(null)
  useOfficeMoves(place, { previous: go(previous), next: go(next) })
  // Before, one is to vote here.
  const isDone = hasVote(data?.userVotes, office)
  const compared = comparedIn(parameters)
  const heading = useHeadingFocus(compared.length)
  const goOn = () => {
    const waiting = nextWithoutVote(offices, data?.userVotes ?? {}, office)
    void navigate(waiting ? ballotPath(waiting.id) : DONE_PATH)
  }
  const count = election.positions.find(({ id }) => id === office)?.candidateCount ?? 0
  const closing = count === 0 ? open.find(({ id }) => id === office)?.closesAt : undefined
  return (
    <Stack
      as="section"
      ref={place}
      gap={4}
      className={classes.office}
      style={officeStyle(roleOfPosition(office))}
      aria-labelledby="ballot-office"
    >
      <Stack gap={2} as="header">
        <Text id="ballot-office" ref={heading} as="h1" tone="office" step={5} face="display" className={classes.title}>
          {shortTitles[office]},{' '}
          <span className={classes.whole}>
            {inFull(count)} {count === 1 ? 'candidate' : 'candidates'}
          </span>
        </Text>
        <Text tone="soft" step={-1} figures wide>
          <Place offices={offices} office={office} votes={data} emptyUntil={closing} />
        </Text>
      </Stack>
      <BallotCandidates election={election} office={office} compared={compared} onCast={goOn} />
      <Row as="nav" gap={3} className={classes.moves} aria-label="Offices of the ballot">
        {next && <Move to={next} ready={isDone} />}
        {!next && <ToChoices ready={isDone} />}
        {previous ? <Move to={previous} before /> : <ToHub />}
        {next && <ToChoices />}
      </Row>
    </Stack>
  )
}

function Move({ to, before = false, ready = false }: { to: Position; before?: boolean; ready?: boolean }) {
  return (
    <ButtonLink to={ballotPath(to.id)} variant={ready ? 'filled' : 'default'} size="md" rel={before ? 'prev' : 'next'}>
      {before ? 'Previous' : 'Next'}: {shortTitles[to.id]}
    </ButtonLink>
  )
}

const ToChoices = ({ ready = false }: { ready?: boolean }) => (
  <ButtonLink to={DONE_PATH} variant={ready ? 'filled' : 'default'} size="md">
    Your choices
  </ButtonLink>
)

const ToHub = () => (
  <ButtonLink to="/elections" variant="default" size="md">
    All elections
  </ButtonLink>
)

function neighboursOf(offices: readonly Position[], office: PositionId) {
  const at = offices.findIndex(({ id }) => id === office)
  if (at === -1) return { previous: undefined, next: offices[0] }
  return { previous: offices[at - 1], next: offices[at + 1] }
}

interface PlaceProps {
  /** Those that take votes. */
  offices: readonly Position[]
  office: PositionId
  votes: VoteStatus['data']
  /** When the office closes, where it is open and nobody stands for it. */
  emptyUntil: number | undefined
}

/** Which of the offices that take votes this is, until when it is open, whom one voted for, and what the vote weighs. */
function Place({ offices, office, votes, emptyUntil }: PlaceProps) {
  const at = offices.findIndex(({ id }) => id === office)
  const place = offices[at]
  if (emptyUntil !== undefined) {
    return (
      <>
        Open until <Instant at={emptyUntil} />. You can vote as soon as it has a candidate.
      </>
    )
  }
  const ownVote = votes && <OwnVote candidateId={votes.userVotes[office]?.[0]?.candidateId} />
  if (!place) {
    return <>Voting for this office is not open now.{votes && hasVote(votes.userVotes, office) && <> {ownVote}</>}</>
  }
  return (
    <>
      Office {at + 1} of {offices.length}, open until <Instant at={place.closesAt} />. {ownVote && <>{ownVote} </>}
      {votes?.eligibleToVote
        ? `Your vote weighs ${weightInWords(votes.weight)} and can be changed until then.`
        : 'A vote can be changed until then.'}
    </>
  )
}

/** 'You voted for Luana Bragança.', or 'No vote yet.' */
function OwnVote({ candidateId }: { candidateId: string | undefined }) {
  const { data } = useCall('candidates.get', { candidateId: candidateId ?? '' }, { enabled: candidateId !== undefined })
  if (candidateId === undefined) return <>No vote yet.</>
  return (
    <>
      {data
        ? `You voted for ${nameWithHandle(data.candidate.displayName, data.candidate.twitterHandle)}.`
        : 'You voted.'}
    </>
  )
}

/**
 * The heading takes the focus when its office comes: with the next frame, after the frame of all screens took it. It takes it again
 * when a comparison ends, which takes the pressed link with it.
 */
function useHeadingFocus(compared: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => heading.current && take(heading.current))
    return () => cancelAnimationFrame(frame)
  }, [])
  useEffect(() => {
    if (compared === 0 && heading.current && document.activeElement === document.body) take(heading.current)
  }, [compared])
  return heading
}
