import { AuthWall } from '../citizens'
import { Page } from '../../ui/Page'
import { usePageTitle } from '../../ui/use-page-title'
import { useSession } from '../../lib/session/session'
import { Skeleton, Loading } from '../../ui'
import { AdminGate } from './AdminGate'
import { AdminShell } from './AdminShell'
import { usePanel } from './panel-session'
import { usePanelNews } from './use-panel-news'

/** The super admin panel behind its password gate (requirements 2.2 and 2.6). */
export default function AdminPage() {
  usePageTitle()
  usePanelNews()
  const { status, user } = useSession()
  const token = usePanel((state) => state.token)
  if (status === 'unknown') {
    return (
      <Page narrow>
        <Loading label="Loading">
          <Skeleton width="60%" height="4rem" />
          <Skeleton height="20rem" />
        </Loading>
      </Page>
    )
  }
  if (!user)
    return (
      <AuthWall page="Administration">The panel of the administrators. It has a password of its own as well.</AuthWall>
    )
  return token === null ? <AdminGate /> : <AdminShell />
}
