import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Page } from '../../../ui/Page'
import { usePageTitle } from '../../../ui/use-page-title'
import { sentenceOf } from '../../../lib/api/api-error'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import { ErrorState, inFull, Loading, NotKnown, Row, Stack } from '../../../ui'
import { SkeletonCard } from '../../../ui/SkeletonCard'
import { LatestElections } from '../history/PastElections'
import { shortTitles } from '../shared/election-words'
import { OpensNext } from '../shared/OpensNext'
import { PhaseBanner } from '../shared/PhaseBanner'
import type { Election, PositionId } from '../shared/types'
import { useElectionNow } from '../shared/use-stage'
import { CandidateGrid } from './CandidateGrid'
import { CandidateGridSkeleton } from './CandidateGridSkeleton'
import classes from './ElectionsHub.module.css'
import { HubControls, HubControlsSkeleton } from './HubControls'
import { HubHero } from './HubHero'
import { HubSearch, HubSearchSkeleton } from './HubSearch'
import { HubStats } from './HubStats'
import { openPhase } from './offices'
import { useCandidates } from './use-candidates'
import { useHubFilter } from './use-hub-filter'
import { viewOf } from './views'
import { VoteProgress } from './VoteProgress'
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
      <HubHero election={current.data?.election} failed={current.isError} />
      <Suspense fallback={<ViewSkeleton />}>
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

/** The open election: who stands and what one can vote on first; then one's own ballot, the phase and the figures. */
function Running({ election }: { election: Election | undefined }) {
  const filter = useHubFilter()
  const now = useElectionNow(election)
  // What one can vote on comes first. A search looks everywhere.
  const isNarrowed = filter.position !== null || filter.all || filter.search !== ''
  const phase = election && !isNarrowed ? openPhase(election, now) : null
  const candidates = useCandidates({
    electionId: election?.id,
    position: filter.position,
    phase,
    search: filter.search,
  })
  if (!election) {
    return (
      <p className={classes.none}>
        No election is open at the moment. <OpensNext />
      </p>
    )
  }
  // Who looks at an office that is decided is not asked to vote on others.
  const chosen = election.positions.find(({ id }) => id === filter.position)
  const isClosed = chosen !== undefined && chosen.closesAt <= now
  const look = (position: Parameters<typeof filter.choose>[0]) => {
    filter.choose(position)
    document.getElementById('candidates-title')?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <Stack as="section" gap={4} className={classes.candidates} aria-labelledby="candidates-title">
        <Row gap={[2, 4]} align="center" justify="between">
          <h2 id="candidates-title" className={headingClass(filter)}>
            <Heading election={election} chosen={filter.position} counts={candidates.data?.counts} />
          </h2>
          <HubSearch filter={filter} candidates={candidates} />
        </Row>
        <HubControls election={election} filter={filter} candidates={candidates} />
        {/* Before the list, so that a keyboard and a screen reader reach it before all candidates; its style puts it under the list. */}
        {!isClosed && <VoteProgress election={election} />}
        <CandidateGrid election={election} candidates={candidates} filter={filter} />
      </Stack>
      <YourBallot election={election} choose={look} />
      <PhaseBanner election={election} />
      <HubStats election={election} />
    </>
  )
}

interface HeadingProps {
  election: Election
  chosen: PositionId | null
  /** How many match the search, by office; undefined until they are read. */
  counts: Readonly<Partial<Record<PositionId, number>>> | undefined
}

/** 'Finance, 5 candidates' where an office is chosen; one that is no ministry has its whole title. */
function Heading({ election, chosen, counts }: HeadingProps) {
  if (chosen === null) return <>Candidates</>
  const office = election.positions.find(({ id }) => id === chosen)
  const count = counts ? counts[chosen] : office?.candidateCount
  return (
    <>
      {office?.phase === 'phase_one' ? office.title : shortTitles[chosen]},{' '}
      {count === undefined ? <NotKnown /> : inFull(count)} {count === 1 ? 'candidate' : 'candidates'}
    </>
  )
}

/** On a phone the titles of the offices say enough, and the first candidate comes the sooner. */
const headingClass = ({ byOffice }: Pick<ReturnType<typeof useHubFilter>, 'byOffice'>) =>
  byOffice ? `${classes.heading} hidden-on-phone` : classes.heading

/** The head of the list, a row of chips, and cards: as high as what comes. */
function HubSkeleton() {
  const filter = useHubFilter()
  return (
    <Loading label="Loading the election">
      <Stack gap={4}>
        <Row gap={[2, 4]} align="center" justify="between">
          <h2 className={headingClass(filter)}>Candidates</h2>
          <HubSearchSkeleton />
        </Row>
        <HubControlsSkeleton />
        <CandidateGridSkeleton filter={filter} />
      </Stack>
    </Loading>
  )
}

/** While the code of another view is under way. */
const ViewSkeleton = () => (
  <Loading label="Loading elections" className={classes.skeleton}>
    <SkeletonCard height="8.5rem" />
    <SkeletonCard height="8.5rem" />
  </Loading>
)
