import { waitsOf } from '@nation/domain/participation'
import { useBuilt } from '../../../lib/built'
import { sentenceOf } from '../../../lib/api/api-error'
import { useSession } from '../../../lib/session/session'
import type { OwnProfile } from '../../../lib/session/session'
import { ErrorState, Stack, Text } from '../../../ui'
import { useDay, type Day as DayAnswer } from '../../participation'
import classes from './Day.module.css'
import { WaitsLoading } from './DayWaits'
import { News } from './News'
import { Outcome } from './Outcome'
import { Standing } from './Standing'
import { lineOf, summaryOf } from './wait-words'
import { WaitLine } from './WaitLine'

/** A citizen's day: what waits, how they stand, and what is new since they were last here (decision 89). */
export default function Day() {
  const user = useSession((state) => state.user)
  return user && <DayOf key={user.uid} user={user} />
}

function DayOf({ user }: { user: OwnProfile }) {
  const { data, error, isFetching, refetch } = useDay()
  return (
    <div className={classes.columns} data-waits={(!data && !error) || undefined}>
      {data ? (
        <Waits day={data} />
      ) : error ? (
        <ErrorState title="What waits for you could not be read" onRetry={() => void refetch()} retrying={isFetching}>
          {sentenceOf(error)}
        </ErrorState>
      ) : (
        <WaitsLoading />
      )}
      <Stack gap={5} top className={classes.beside}>
        {data?.candidacy && <Standing candidacy={data.candidacy} />}
        {data?.outcome && <Outcome outcome={data.outcome} />}
        <News uid={user.uid} />
      </Stack>
    </div>
  )
}

/** What waits, one action each. What an operator has switched off waits for nobody. */
function Waits({ day }: { day: DayAnswer }) {
  const isBuilt = useBuilt()
  const waits = waitsOf(day)
    .map((wait) => ({ wait, line: lineOf(wait, day) }))
    .filter(({ line }) => isBuilt(line.to.split('?')[0] ?? ''))
  return (
    <Stack gap={4} top className={classes.waits}>
      <div role="status">
        <Text as="h2" step={2} className={classes.summary}>
          {summaryOf(waits.length)}
        </Text>
      </div>
      {waits.length > 0 ? (
        <ul className={classes.lines} aria-label="What waits for you">
          {waits.map(({ wait, line }) => (
            <WaitLine key={wait.kind} wait={wait} line={line} />
          ))}
        </ul>
      ) : (
        <Calm day={day} />
      )}
    </Stack>
  )
}

/** Nothing to do, said so that one believes it. */
function Calm({ day }: { day: DayAnswer }) {
  return (
    <Text tone="soft" className={classes.calm}>
      {day.eligibleToVote
        ? 'You have voted wherever you can, and nobody waits for an answer. Look around, or come back later.'
        : 'You may not vote yet: your ID card says from when. Until then you may read everything and answer interviews.'}
    </Text>
  )
}
