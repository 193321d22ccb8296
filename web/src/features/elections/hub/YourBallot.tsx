import { roleOfPosition } from '@nation/domain/elections'
import type { CSSProperties } from 'react'
import { instantInWords, officeLooks, officeStyle, Panel, Row, Text, Stack } from '../../../ui'
import { shortTitles, weightInWords } from '../shared/election-words'
import type { Election, Position, PositionId } from '../shared/types'
import { useVoteStatus } from '../shared/use-eligibility'
import { stageAt, useElectionNow } from '../shared/use-stage'
import { WhyThisWeight } from '../shared/WhyThisWeight'
import { givenFor, hasVote, votedOffices } from './offices'
import classes from './YourBallot.module.css'

interface Props {
  election: Election
  choose: (position: PositionId) => void
}

/** One's own ballot paper: the seats, which of them have one's vote, and what it weighs. For citizens only. */
export function YourBallot({ election, choose }: Props) {
  const { data } = useVoteStatus(election.id)
  const now = useElectionNow(election)
  if (!data) return null
  const { userVotes, eligibleToVote, weight } = data
  const offices = votedOffices(election, now)
  return (
    <Panel as="section" raised gap={4} pad={5} className={classes.ballot} aria-labelledby="your-ballot">
      <Row gap={[1, 5]} align="baseline" justify="between">
        <Text id="your-ballot" as="h2" step={2}>
          Your ballot
        </Text>
        <Text tone="soft" step={-1} figures>
          {eligibleToVote ? (
            <>
              Each vote weighs <strong>{weightInWords(weight)}</strong> ({weight.tierTitle})
              {weight.lastKnown && ', by the last known balance'}.
              {offices.length > 0 && ` ${givenFor(offices, userVotes)} of ${offices.length} given.`}
            </>
          ) : (
            (data.reasons[0]?.message ?? 'You are not eligible to vote')
          )}
        </Text>
      </Row>
      <ul
        className={classes.seats}
        style={{ '--seats': election.positions.length } as CSSProperties}
        aria-label="Your votes by seat"
      >
        {election.positions.map((position) => (
          <Seat
            key={position.id}
            position={position}
            voted={hasVote(userVotes, position.id)}
            now={now}
            choose={() => choose(position.id)}
          />
        ))}
      </ul>
      <WhyThisWeight electionId={election.id} />
    </Panel>
  )
}

interface SeatProps {
  position: Position
  voted: boolean
  now: number
  choose: () => void
}

function Seat({ position, voted, now, choose }: SeatProps) {
  const role = roleOfPosition(position.id)
  const stage = stageAt(position.opensAt, position.closesAt, now)
  const open = position.candidateCount > 0 ? 'Open' : 'No candidate'
  const says = voted ? 'Voted' : stage === 'open' ? open : stage === 'before' ? 'Not yet' : 'Closed'
  return (
    <li>
      <button
        type="button"
        className={classes.seat}
        style={officeStyle(role)}
        data-voted={voted || undefined}
        data-stage={stage}
        title={stage === 'before' ? `Opens ${instantInWords(position.opensAt)}` : undefined}
        onClick={choose}
      >
        <Stack
          as="span"
          align="center"
          justify="center"
          tone="office"
          step={0}
          face="display"
          className={classes.box}
          aria-hidden="true"
        >
          {voted ? '✕' : officeLooks[role].numeral}
        </Stack>
        <span className={classes.name}>{shortTitles[position.id]}</span>
        <Text as="span" tone="faint">
          {says}
        </Text>
      </button>
    </li>
  )
}
