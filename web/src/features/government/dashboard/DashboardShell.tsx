import { officeTitle } from '@nation/domain/elections'
import { Link, useSearchParams } from 'react-router-dom'
import { Page, PageHead } from '../../../app/Page'
import type { OwnProfile } from '../../../lib/session/session'
import { OfficeBadge, RoleBadge } from '../../../ui'
import classes from './DashboardShell.module.css'
import { dashboardTabs } from './tabs'

/** The dashboard: who one is in it, its tabs, and the one that is open. */
export function DashboardShell({ user }: { user: OwnProfile }) {
  const [parameters] = useSearchParams()
  const asked = parameters.get('tab')
  const { id, label, Content } = dashboardTabs.find((tab) => tab.id === asked) ?? dashboardTabs[0]
  return (
    <Page>
      <PageHead title="Government" actions={<Standing user={user} />}>
        <p>Where the nation is governed from. What you do here is done in your name, and kept in the journal.</p>
      </PageHead>
      <nav className={classes.tabs} aria-label="Dashboard">
        {dashboardTabs.map((tab) => (
          <Link key={tab.id} to={`/government?tab=${tab.id}`} aria-current={tab.id === id ? 'page' : undefined}>
            <span className={tab.shortLabel === undefined ? undefined : classes.long}>{tab.label}</span>
            {tab.shortLabel !== undefined && <span className={classes.short}>{tab.shortLabel}</span>}
          </Link>
        ))}
      </nav>
      <section aria-label={label} className={classes.content}>
        <Content />
      </section>
    </Page>
  )
}

function Standing({ user }: { user: OwnProfile }) {
  const { governmentRole, isAdmin, isSuperAdmin } = user
  return (
    <p className={classes.standing}>
      {governmentRole !== null && <OfficeBadge role={governmentRole} title={officeTitle(governmentRole)} />}
      {(isAdmin || isSuperAdmin) && <RoleBadge title="Administrator" />}
    </p>
  )
}
