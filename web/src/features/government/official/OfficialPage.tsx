import { officialTitle } from '@nation/domain/pages'
import { useParams } from 'react-router-dom'
import { Page } from '../../../ui/Page'
import { usePageTitle } from '../../../ui/use-page-title'
import { isNotFound, sentenceOf } from '../../../lib/api/api-error'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import { ButtonLink, EmptyState, ErrorState } from '../../../ui'
import { OfficeProfileSkeleton } from '../../../ui/profile/OfficeProfile'
import { governmentPath } from '../paths'
import { OfficialProfile } from './OfficialProfile'

/** One official, seated or former (requirements 1.2). */
export default function OfficialPage() {
  const { officialId = '' } = useParams()
  const live = useLive((state) => state.live)
  const { data, error, isFetching, refetch } = useCall(
    'members.get-official',
    { id: officialId },
    { every: live ? false : 60_000 },
  )
  const official = data?.official
  usePageTitle(official && officialTitle(official))
  if (official) {
    return (
      <Page>
        <OfficialProfile official={official} />
      </Page>
    )
  }
  return (
    <Page>
      <h1 className="visually-hidden">Government official</h1>
      {error === null ? (
        <OfficeProfileSkeleton label="Loading Official Profile..." />
      ) : isNotFound(error) ? (
        <EmptyState
          title="Official not found"
          actions={<ButtonLink to={governmentPath}>Back to Government Staff</ButtonLink>}
        >
          No citizen at this address holds or held an office.
        </EmptyState>
      ) : (
        <ErrorState title="The official could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {sentenceOf(error)}
        </ErrorState>
      )}
    </Page>
  )
}
