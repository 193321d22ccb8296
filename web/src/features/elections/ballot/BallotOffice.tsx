import { roleOfPosition } from '@nation/domain/elections'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { ButtonLink, inFull, officeStyle, Row, Stack, take, Text, useNow } from '../../../ui'
import { givenFor, nextWithoutVote, officesByStage } from '../hub/offices'
import { shortTitles } from '../shared/election-words'
import type { Election, Position, PositionId } from '../shared/types'
import { useVoteStatus } from '../shared/use-eligibility'
import { ballotPath, comparedIn, DONE_PATH } from './addresses'
import { BallotCandidates } from './BallotCandidates'
import classes from './Ballot.module.css'
import { useOfficeMoves } from './use-office-moves'

interface Props {
  election: Election
  office: PositionId
}

/** One office of the ballot. A vote leads on to the next open office without one, and from the last to what one chose. */
export function BallotOffice({ election, office }: Props) {
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const { data } = useVoteStatus(election.id)
  const { open } = officesByStage(election, useNow(60_000))
  const { previous, next } = neighboursOf(open, office)
  const go = (to: Position | undefined) => to && (() => void navigate(ballotPath(to.id)))
  const place = useRef<HTMLElement>(null)
  useOfficeMoves(place, { previous: go(previous), next: go(next) })
  const compared = comparedIn(parameters)
  const heading = useHeadingFocus(compared.length)
  const goOn = () => {
    const waiting = nextWithoutVote(open, data?.userVotes ?? {}, office)
    void navigate(waiting ? ballotPath(waiting.id) : DONE_PATH)
  }
  const count = election.positions.find(({ id }) => id === office)?.candidateCount ?? 0
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
        <Text id="ballot-office" ref={heading} as="h1" tone="office" step={3} face="display">
          {shortTitles[office]}, {inFull(count)} {count === 1 ? 'candidate' : 'candidates'}
        </Text>
        <Text tone="soft" step={-1} figures>
          {placeInWords(open, office)}
          {data && ` ${givenInWords(givenFor(open, data.userVotes))}`}
        </Text>
      </Stack>
      <BallotCandidates election={election} office={office} compared={compared} onCast={goOn} />
      <Row as="nav" gap={3} justify="between" className={classes.moves} aria-label="Offices of the ballot">
        {previous ? <Move to={previous} before /> : <ToHub />}
        {next && <Move to={next} />}
        <ButtonLink to={DONE_PATH} variant={next ? 'default' : 'filled'} size="md">
          Your choices
        </ButtonLink>
      </Row>
    </Stack>
  )
}

function Move({ to, before = false }: { to: Position; before?: boolean }) {
  return (
    <ButtonLink to={ballotPath(to.id)} variant="default" size="md" rel={before ? 'prev' : 'next'}>
      {before ? 'Previous' : 'Next'}: {shortTitles[to.id]}
    </ButtonLink>
  )
}

const ToHub = () => (
  <ButtonLink to="/elections" variant="default" size="md">
    All elections
  </ButtonLink>
)

function neighboursOf(open: readonly Position[], office: PositionId) {
  const at = open.findIndex(({ id }) => id === office)
  if (at === -1) return { previous: undefined, next: open[0] }
  return { previous: open[at - 1], next: open[at + 1] }
}

function placeInWords(open: readonly Position[], office: PositionId): string {
  const at = open.findIndex(({ id }) => id === office)
  return at === -1 ? 'Voting for this office is not open now.' : `Office ${at + 1} of ${open.length} open.`
}

const givenInWords = (votes: number): string =>
  votes === 0 ? 'No vote given yet.' : `${votes} ${votes === 1 ? 'vote' : 'votes'} given.`

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
