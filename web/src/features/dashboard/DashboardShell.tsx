import { officeTitle } from '@nation/domain/elections'
import { isAdministrator } from '@nation/domain/permissions'
import { useSearchParams } from 'react-router-dom'
import { Page, PageHead } from '../../ui/Page'
import { isFeatureOn, useFeatures } from '../../lib/feature-flags'
import type { OwnProfile } from '../../lib/session/session'
import { OfficeBadge, RoleBadge, Stack, Row } from '../../ui'
import { TabLinks } from '../../ui/kit/TabLinks'
import { SwitchedOff } from '../../ui/SwitchedOff'
import { dashboardTabs } from './tabs'

const allLinks = dashboardTabs.map((tab) => ({ ...tab, to: `/government?tab=${tab.id}` }))

/** The dashboard: who one is in it, its tabs, and the one that is open. */
export function DashboardShell({ user }: { user: OwnProfile }) {
  const [parameters] = useSearchParams()
  const asked = parameters.get('tab')
  const features = useFeatures()
  const links = allLinks.filter((tab) => isFeatureOn(tab, features))
  const { id, label, feature, Content } = dashboardTabs.find((tab) => tab.id === asked) ?? dashboardTabs[0]
  return (
    <Page dense>
      <PageHead compact title="Government" actions={<RoleBadges user={user} />}>
        <p>Your actions here are recorded in the journal under your name.</p>
      </PageHead>
      <TabLinks label="Dashboard" tabs={links} current={id} />
      <Stack aria-label={label} as="section">
        {feature && !features[feature] ? <SwitchedOff feature={feature} /> : <Content tabs={links} />}
      </Stack>
    </Page>
  )
}

function RoleBadges({ user }: { user: OwnProfile }) {
  const { governmentRole } = user
  return (
    <Row as="p" gap={2}>
      {governmentRole !== null && <OfficeBadge role={governmentRole} title={officeTitle(governmentRole)} />}
      {isAdministrator(user) && <RoleBadge title="Administrator" />}
    </Row>
  )
}
