import { can } from '@nation/domain/permissions'
import { useState } from 'react'
import { AuthWall } from '../citizens'
import { usePageTitle } from '../../ui/use-page-title'
import { useSession } from '../../lib/session/session'
import { TaskReminders } from '../tasks'
import { DashboardShell } from './DashboardShell'
import { Restricted, Verifying } from './Gate'

/** The dashboard of those in office and of administrators, behind its gate (requirements 2.2). */
export default function Dashboard() {
  usePageTitle()
  const { status, user } = useSession()
  const open = can(user, 'dashboard.open')
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)
  if (status === 'unknown') return <Verifying />
  if (!user)
    return (
      <AuthWall page="Government dashboard">
        For elected officials, the Minister of Justice and administrators: their tasks, polls, interviews and messages.
      </AuthWall>
    )
  if (!open) return <Restricted lost={wasOpen} />
  return (
    <>
      <TaskReminders office={user.governmentRole} />
      <DashboardShell user={user} />
    </>
  )
}
