import { officeTitle, positionOf } from '@nation/domain/elections'
import { Link } from 'react-router-dom'
import { Countdown, Instant, LineWork, LiveNumber, officeStyle, Row, Stack, Text, useNow } from '../../../ui'
import type { Day } from '../../participation'
import classes from './Day.module.css'

const ordinal = (rank: number): string => {
  const tens = rank % 100
  const end = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th')
  return `${rank}${end}`
}

type Candidacy = NonNullable<Day['candidacy']>

/** What the closed vote says of the candidate: nobody leads a vote in which nobody voted, and of those who are level one stood first. */
function closedInWords({ rank, level, supportersCount }: Candidacy): string {
  if (rank > 1 || supportersCount === 0) return 'Voting has closed.'
  return level ? 'You are level at the head of the closed vote, and stood first.' : 'You lead the closed vote.'
}

/** The reader's own candidacy: its place in the standings, by the public counts. */
export function CandidacyCard({ candidacy }: { candidacy: Candidacy }) {
  const { id, position, rank, candidates, votes, supportersCount, opensAt, closesAt, endsAt } = candidacy
  const now = useNow(1000)
  const { role } = positionOf(position)
  const opens = now < opensAt
  return (
    <Stack
      as="section"
      gap={3}
      pad={5}
      stage
      className={classes.candidacy}
      style={officeStyle(role)}
      aria-label="Your candidacy"
    >
      <LineWork seed={id} kind="band" className={classes.band} />
      <Text as="h2" step={1}>
        You {now < closesAt ? 'stand' : 'stood'} for {officeTitle(role)}
      </Text>
      {opens ? (
        <Text tone="soft">
          Voting opens in <Countdown to={opensAt} />
        </Text>
      ) : (
        <Row as="dl" gap={[3, 5]} align="end">
          <div>
            <dt>Place</dt>
            <dd>
              {ordinal(rank)} of {candidates}
            </dd>
          </div>
          <div>
            <dt>Votes</dt>
            <dd>
              <LiveNumber value={votes} decimals={1} />
            </dd>
          </div>
          <div>
            <dt>Supporters</dt>
            <dd>
              <LiveNumber value={supportersCount} />
            </dd>
          </div>
        </Row>
      )}
      <Row gap={[2, 4]} align="baseline" justify="between">
        <Text tone="soft" step={-1}>
          {opens ? null : now < closesAt ? (
            <>
              Voting closes in <Countdown to={closesAt} />
            </>
          ) : (
            <>
              {closedInWords(candidacy)} The seats change <Instant at={endsAt} />.
            </>
          )}
        </Text>
        <Link to={`/elections/candidate/${id}`}>Your candidacy</Link>
      </Row>
    </Stack>
  )
}
