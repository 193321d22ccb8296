import { isAdministrator } from '@nation/domain/permissions'
import { useLayoutEffect } from 'react'
import { useBuilt } from '../../../lib/built'
import { sentenceOf } from '../../../lib/api/api-error'
import { useFeatures } from '../../../lib/feature-flags'
import { clearAllReads } from '../../../lib/query/query'
import { useSession } from '../../../lib/session/session'
import { ErrorState, Stack, Text } from '../../../ui'
import type { Day, useDay } from '../../participation'
import classes from './Day.module.css'
import { AdminWork } from './AdminWork'
import { News } from './News'
import { Outcome } from './Outcome'
import { CandidacyCard } from './CandidacyCard'
import { cardsBelow, movableCards } from './columns'
import { linesOf, summaryOf } from './wait-words'
import { WaitLine } from './WaitLine'

/** The first half of a citizen's day (decision 89): what waits, as soon as it is read. */
export function DayWaits({ read: { data, error, isFetching } }: { read: ReturnType<typeof useDay> }) {
  // What the device remembered has had its time.
  useLayoutEffect(() => document.documentElement.removeAttribute('data-remembers'), [])
  if (data) return <Waits day={data} />
  return (
    <ErrorState title="What waits for you could not be read" onRetry={() => void clearAllReads()} retrying={isFetching}>
      {sentenceOf(error)} Try Again reads all of this page anew.
    </ErrorState>
  )
}

/**
 * The other half: how they stand, and what is new since they were last here. At a desk a card stands below what waits where that
 * makes the two columns more alike in height.
 */
export function DayBeside({ day, failed }: { day: Day | undefined; failed: boolean }) {
  const user = useSession((state) => state.user)
  const features = useFeatures()
  const built = useBuilt()
  const isAdmin = user !== null && isAdministrator(user)
  const cards = {
    candidacy: day?.candidacy && <CandidacyCard key="candidacy" candidacy={day.candidacy} />,
    outcome: day?.outcome && <Outcome key="outcome" outcome={day.outcome} />,
  }
  const there = movableCards.filter((card) => cards[card])
  const below = day ? cardsBelow(linesOf(day, features, built).length, isAdmin, there) : []
  return (
    <>
      {below.length > 0 && (
        <Stack gap={5} top className={classes.below}>
          {below.map((card) => cards[card])}
        </Stack>
      )}
      <Stack gap={5} top className={classes.beside}>
        {isAdmin && <AdminWork />}
        {there.filter((card) => !below.includes(card)).map((card) => cards[card])}
        {user && <News key={user.uid} uid={user.uid} dayFailed={failed} />}
      </Stack>
    </>
  )
}

/** What waits, one action each. */
function Waits({ day }: { day: Day }) {
  const waits = linesOf(day, useFeatures(), useBuilt())
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
  const { voting } = useFeatures()
  return (
    <Text tone="soft" className={classes.calm}>
      {!day.eligibleToVote
        ? 'You may not vote yet: your ID card says from when. Until then you may read everything and answer interviews.'
        : voting
          ? 'You have voted wherever you can, and no poll or interview waits for your answer. Look around, or come back later.'
          : 'Voting is switched off at the moment, and no interview waits for your answer. Look around, or come back later.'}
    </Text>
  )
}
