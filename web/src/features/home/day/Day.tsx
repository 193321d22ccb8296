import { useLayoutEffect } from 'react'
import { useBuilt } from '../../../lib/built'
import { sentenceOf } from '../../../lib/api/api-error'
import { forget } from '../../../lib/query/query'
import { useSession } from '../../../lib/session/session'
import { ErrorState, Stack, Text } from '../../../ui'
import type { Day, useDay } from '../../participation'
import classes from './Day.module.css'
import { AdminWork } from './AdminWork'
import { News } from './News'
import { Outcome } from './Outcome'
import { Standing } from './Standing'
import { linesOf, summaryOf } from './wait-words'
import { WaitLine } from './WaitLine'

/** The first half of a citizen's day (decision 89): what waits, as soon as it is read. */
export function DayWaits({ read: { data, error, isFetching, refetch } }: { read: ReturnType<typeof useDay> }) {
  // What the device remembered has had its time.
  useLayoutEffect(() => document.documentElement.removeAttribute('data-remembers'), [])
  if (data) return <Waits day={data} />
  // The news beside it may have failed with it: one button reads both.
  const again = () => void Promise.all([refetch(), forget(['gazette.list'])])
  return (
    <ErrorState title="What waits for you could not be read" onRetry={again} retrying={isFetching}>
      {sentenceOf(error)}
    </ErrorState>
  )
}

/** The other half: how they stand, and what is new since they were last here. */
export function DayBeside({ day, failed }: { day: Day | undefined; failed: boolean }) {
  const user = useSession((state) => state.user)
  return (
    <Stack gap={5} top className={classes.beside}>
      {user && (user.isAdmin || user.isSuperAdmin) && <AdminWork />}
      {day?.candidacy && <Standing candidacy={day.candidacy} />}
      {day?.outcome && <Outcome outcome={day.outcome} />}
      {user && <News key={user.uid} uid={user.uid} dayFailed={failed} />}
    </Stack>
  )
}

/** What waits, one action each. */
function Waits({ day }: { day: Day }) {
  const waits = linesOf(day, useBuilt())
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
function Calm({ day }: { day: Day }) {
  return (
    <Text tone="soft" className={classes.calm}>
      {day.eligibleToVote
        ? 'You have voted wherever you can, and nobody waits for an answer. Look around, or come back later.'
        : 'You may not vote yet: your ID card says from when. Until then you may read everything and answer interviews.'}
    </Text>
  )
}
