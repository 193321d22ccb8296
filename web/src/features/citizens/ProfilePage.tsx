import { AuthWall } from './AuthWall'
import { Page, PageHead } from '../../ui/Page'
import { usePageTitle } from '../../ui/use-page-title'
import { ApiError, sentenceOf } from '../../lib/api/api-error'
import { useSession } from '../../lib/session/session'
import type { OwnProfile } from '../../lib/session/session'
import { Skeleton, ButtonLink, EmptyState, ErrorState, Loading } from '../../ui'
import { CitizenDesk } from './CitizenDesk'
import classes from './CitizenDesk.module.css'
import { DeletionProgress } from './DeletionProgress'
import { useDeletion } from './deletion'
import { useOwnProfile } from '../../lib/session/own-profile'

/** One's own profile (requirements 1.2). */
export default function ProfilePage() {
  usePageTitle()
  const { status, user } = useSession()
  const deletionId = useDeletion((state) => state.deletionId)
  if (deletionId !== null && !user) return <DeletionProgress deletionId={deletionId} />
  if (status === 'unknown') return <ProfileSkeleton />
  if (!user)
    return (
      <AuthWall page="Profile">
        Your citizen ID card, the $ON that you hold, what your vote weighs, and your data.
      </AuthWall>
    )
  return <Profile key={user.uid} user={user} />
}

function Profile({ user }: { user: OwnProfile }) {
  const query = useOwnProfile(user.uid)
  if (query.error instanceof ApiError && query.error.code === 'citizen_not_found') return <NoProfile />
  if (query.isPending) return <ProfileSkeleton />
  return (
    <Page>
      <ProfileHead />
      {query.isError && (
        <ErrorState title="Failed to refresh data" onRetry={() => void query.refetch()} retrying={query.isFetching}>
          {sentenceOf(query.error)} Shown is what was known before.
        </ErrorState>
      )}
      <h2 className="visually-hidden">Your card and what belongs to it</h2>
      <CitizenDesk user={user} />
    </Page>
  )
}

function ProfileHead() {
  return (
    <PageHead title="Citizen ID">
      <p>Who you are to the nation, what you hold, and what that lets you do.</p>
    </PageHead>
  )
}

function NoProfile() {
  return (
    <Page narrow>
      <EmptyState title="Profile not found" actions={<ButtonLink to="/">Return Home</ButtonLink>}>
        The nation has no citizen under this sign-in. Signing in again makes one.
      </EmptyState>
    </Page>
  )
}

function ProfileSkeleton() {
  return (
    <Page>
      <ProfileHead />
      <Loading label="Loading your profile" className={classes.frame}>
        <div className={classes.desk}>
          <div className={classes.card}>
            <Skeleton height="24rem" className={classes.cardSkeleton} />
          </div>
          <div className={classes.rights}>
            <Skeleton height="9rem" />
            <Skeleton height="9rem" />
            <Skeleton height="18rem" />
          </div>
          <div className={classes.person}>
            <Skeleton height="9rem" />
          </div>
        </div>
      </Loading>
    </Page>
  )
}
