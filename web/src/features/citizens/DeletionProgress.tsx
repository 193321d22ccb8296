import { Page } from '../../ui/Page'
import { useCall } from '../../lib/query/query'
import { ButtonLink, EmptyState } from '../../ui'

/** The progress of the deletion of one's own account. It is shown to a visitor: the session is over. */
export function DeletionProgress({ deletionId }: { deletionId: string }) {
  const status = useCall(
    'user.deletion-status',
    { deletionId },
    { every: (answer) => (answer?.status === 'done' ? false : 1000) },
  )
  const done = status.data?.status === 'done'
  return (
    <Page narrow>
      <EmptyState
        title={done ? 'Your account is deleted' : 'Your account is being deleted'}
        actions={<ButtonLink to="/">Return Home</ButtonLink>}
      >
        <span role="status">
          {done
            ? 'Nothing in the nation says who you were. Your votes stay counted.'
            : `You are signed out. ${status.data ? `${status.data.progress}% is done.` : ''} It goes on without you.`}
        </span>
      </EmptyState>
    </Page>
  )
}
