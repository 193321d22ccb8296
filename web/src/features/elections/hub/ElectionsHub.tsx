import { Page, PageHead } from '../../../app/Page'
import { usePageTitle } from '../../../app/use-page-title'
import { sentenceOf } from '../../../lib/api/api-error'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import { Bone, ButtonLink, ErrorState, Loading } from '../../../ui'
import { PhaseBanner } from '../shared/PhaseBanner'
import { CandidateGrid } from './CandidateGrid'
import { CandidateGridSkeleton } from './CandidateGridSkeleton'
import classes from './ElectionsHub.module.css'
import { HubControls } from './HubControls'
import { HubStats } from './HubStats'
import { PastElections } from './PastElections'
import { useCandidates } from './use-candidates'
import { useHubFilter } from './use-hub-filter'

/** The elections hub (spec document 1 section 2): the week, the candidates, one's votes. */
export default function ElectionsHub() {
  usePageTitle()
  const live = useLive((state) => state.live)
  const current = useCall('elections.current', {}, { every: live ? false : 30_000 })
  const filter = useHubFilter()
  const election = current.data?.election ?? undefined
  const candidates = useCandidates({ electionId: election?.id, position: filter.position, search: filter.search })

  return (
    <Page>
      <PageHead title="Elections" actions={<ButtonLink to="/elections/create-profile">Run for Office</ButtonLink>}>
        <p>Nine seats, every week anew. You may move each vote until its phase closes.</p>
      </PageHead>
      {current.isPending && <HubSkeleton />}
      {current.isError && !current.data && (
        <ErrorState
          title="The election could not be loaded"
          onRetry={() => void current.refetch()}
          retrying={current.isFetching}
        >
          {sentenceOf(current.error)} Votes that were cast are safe.
        </ErrorState>
      )}
      {current.data && !election && (
        <p className={classes.none}>
          No election is open at the moment. The next one opens by itself on Monday, 00:00 UTC.
        </p>
      )}
      {election && (
        <>
          <PhaseBanner election={election} />
          <HubStats election={election} />
          <section className={classes.candidates} aria-labelledby="candidates-title">
            <h2 id="candidates-title" className={classes.heading}>
              Candidates
            </h2>
            <HubControls election={election} filter={filter} candidates={candidates} />
            <CandidateGrid election={election} candidates={candidates} filter={filter} />
          </section>
        </>
      )}
      <PastElections />
    </Page>
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
