import { candidateTitle } from '@nation/domain/pages'
import { useParams } from 'react-router-dom'
import { Page } from '../../../ui/Page'
import { usePageTitle } from '../../../ui/use-page-title'
import { isNotFound, sentenceOf } from '../../../lib/api/api-error'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import { ButtonLink, EmptyState, ErrorState } from '../../../ui'
import { OfficeProfileSkeleton } from '../../../ui/profile/OfficeProfile'
import { CandidateProfile } from './CandidateProfile'

/** One candidate, whole (requirements 1.2). */
export default function CandidatePage() {
  const { candidateId = '' } = useParams()
  const live = useLive((state) => state.live)
  const { data, error, isFetching, refetch } = useCall(
    'candidates.get',
    { candidateId },
    { every: live ? false : 30_000 },
  )
  usePageTitle(data && candidateTitle(data.candidate))
  return (
    <Page>
      {data ? (
        <CandidateProfile candidate={data.candidate} edits={data.edits} />
      ) : error === null ? (
        <OfficeProfileSkeleton label="Loading the candidate..." />
      ) : isNotFound(error) ? (
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
