import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Page } from '../../../app/Page'
import { usePageTitle } from '../../../app/use-page-title'
import { sentenceOf } from '../../../lib/api/api-error'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import { Bone, ErrorState, Loading, Stack } from '../../../ui'
import { LatestElections } from '../history/PastElections'
import { PhaseBanner } from '../shared/PhaseBanner'
import type { Election } from '../shared/types'
import { CandidateGrid } from './CandidateGrid'
import { CandidateGridSkeleton } from './CandidateGridSkeleton'
import classes from './ElectionsHub.module.css'
import { HubControls } from './HubControls'
import { HubHero } from './HubHero'
import { HubStats } from './HubStats'
import { useCandidates } from './use-candidates'
import { useHubFilter } from './use-hub-filter'
import { viewOf } from './views'
import { YourBallot } from './YourBallot'

const Calendar = lazy(() => import('../calendar/Calendar'))
const History = lazy(() => import('../history/History'))

/** The elections hub (requirements 1.2): the week, the candidates, one's votes; what is planned, and what was. */
export default function ElectionsHub() {
  usePageTitle()
  const [parameters] = useSearchParams()
  const view = viewOf(parameters)
  const live = useLive((state) => state.live)
  const current = useCall('elections.current', {}, { every: live ? false : 30_000 })
  const election = current.data?.election ?? undefined
  return (
    <Page>
      <HubHero standings={election && election.status !== 'upcoming' ? election.id : undefined} />
      <Suspense fallback={<HubSkeleton />}>
        {view === 'upcoming' ? (
          <Calendar />
        ) : view === 'past' ? (
          <History />
        ) : (
          <>
            {current.data ? (
              <Running election={election} />
            ) : current.isError ? (
              <ErrorState
                title="The election could not be loaded"
                onRetry={() => void current.refetch()}
                retrying={current.isFetching}
              >
                {sentenceOf(current.error)} Votes that were cast are safe.
              </ErrorState>
            ) : (
              <HubSkeleton />
            )}
            <LatestElections />
          </>
        )}
      </Suspense>
    </Page>
  )
}

/** The open election: its phase, its figures, one's own ballot, and who stands. */
function Running({ election }: { election: Election | undefined }) {
  const filter = useHubFilter()
  const candidates = useCandidates({ electionId: election?.id, position: filter.position, search: filter.search })
  if (!election) {
    return (
      <p className={classes.none}>
        No election is open at the moment. The next one opens by itself on Monday, 00:00 UTC.
      </p>
    )
  }
  const look = (position: Parameters<typeof filter.choose>[0]) => {
    filter.choose(position)
    document.getElementById('candidates-title')?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <PhaseBanner election={election} />
      <HubStats election={election} />
      <YourBallot election={election} choose={look} />
      <Stack as="section" gap={4} className={classes.candidates} aria-labelledby="candidates-title">
        <h2 id="candidates-title" className={classes.heading}>
          Candidates
        </h2>
        <HubControls election={election} filter={filter} candidates={candidates} />
        <CandidateGrid election={election} candidates={candidates} filter={filter} />
      </Stack>
    </>
  )
}

function HubSkeleton() {
  return (
    <Loading label="Loading the election" className={classes.skeleton}>
      <Bone height="11rem" />
      <Bone height="5.5rem" />
      <CandidateGridSkeleton />
    </Loading>
  )
}
