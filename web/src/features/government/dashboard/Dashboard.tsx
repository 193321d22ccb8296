import { can } from '@nation/domain/citizens'
import { AuthWall } from '../../../app/AuthWall'
import { usePageTitle } from '../../../app/use-page-title'
import { useSession } from '../../../lib/session/session'
import { DashboardShell } from './DashboardShell'
import { Restricted, Verifying } from './Gate'

/** The dashboard of those in office and of administrators, behind its gate (requirements 2.2). */
export default function Dashboard() {
  usePageTitle()
  const { status, user } = useSession()
  if (status === 'unknown') return <Verifying />
  if (!user) return <AuthWall />
  return can(user, 'dashboard.open') ? <DashboardShell user={user} /> : <Restricted />
}
