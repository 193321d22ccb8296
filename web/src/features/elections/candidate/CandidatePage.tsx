import { useParams } from 'react-router-dom'
import { Page } from '../../../app/Page'
import { usePageTitle } from '../../../app/use-page-title'
import { ApiError, sentenceOf } from '../../../lib/api/api-error'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import { Bone, ButtonLink, EmptyState, ErrorState, Loading } from '../../../ui'
import { CandidateProfile } from './CandidateProfile'
import classes from './CandidatePage.module.css'

/** One candidate, whole (spec document 1 section 2). */
export default function CandidatePage() {
  const { candidateId = '' } = useParams()
  const live = useLive((state) => state.live)
  const { data, error, isFetching, refetch } = useCall(
    'candidates.get',
    { candidateId },
    { every: live ? false : 30_000 },
  )
  usePageTitle(data?.candidate.displayName ?? 'Candidate')
  return (
    <Page>
      {data ? (
        <CandidateProfile candidate={data.candidate} />
      ) : error === null ? (
        <CandidateSkeleton />
      ) : error instanceof ApiError && error.status < 500 && error.status >= 400 ? (
        <EmptyState title="Candidate not found" actions={<ButtonLink to="/elections">View Elections</ButtonLink>}>
          The link may be old, or mistyped.
        </EmptyState>
      ) : (
        <ErrorState title="The candidate could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {sentenceOf(error)}
        </ErrorState>
      )}
    </Page>
  )
}

function CandidateSkeleton() {
  return (
    <Loading label="Loading the candidate" className={classes.skeleton}>
      <Bone height="clamp(8rem, 20vw, 15rem)" />
      <Bone width={128} height={128} round />
      <Bone width="50%" height="3.5rem" />
      <Bone width="30%" />
      <Bone height="18rem" />
    </Loading>
  )
}
