import { useSearchParams } from 'react-router-dom'
import type { ComponentType } from 'react'
import { Page, PageHead } from '../../app/Page'
import { useSession } from '../../lib/session/session'
import { Button } from '../../ui'
import { TabLinks } from '../../ui/kit/TabLinks'
import { AuditTab } from './audit/AuditTab'
import { BankTab } from './bank/BankTab'
import { BroadcastTab } from './broadcast/BroadcastTab'
import { JobsTab } from './jobs/JobsTab'
import { MembersTab } from './members/MembersTab'
import { ChatTab } from './chat/ChatTab'
import { leavePanel, usePanel } from './panel-session'
import { SignInNotice } from './sign-ins/SignInNotice'
import { SignInsTab } from './sign-ins/SignInsTab'
import { SwitchesTab } from './switches/SwitchesTab'

interface Tab {
  readonly id: string
  readonly label: string
  readonly Content: ComponentType
}

/** The panel's tabs, in the order of the requirements (requirements 2.2). A tab appears here once it is built. */
const tabs: readonly [Tab, ...Tab[]] = [
  { id: 'members', label: 'Members', Content: MembersTab },
  { id: 'broadcast', label: 'Broadcast', Content: BroadcastTab },
  { id: 'chat', label: 'Chat', Content: ChatTab },
  { id: 'bank', label: 'Bank', Content: BankTab },
  { id: 'features', label: 'Features', Content: SwitchesTab },
  { id: 'jobs', label: 'Jobs', Content: JobsTab },
  { id: 'audit', label: 'Audit', Content: AuditTab },
  { id: 'sign-ins', label: 'Sign-ins', Content: SignInsTab },
]

const links = tabs.map((tab) => ({ ...tab, to: `/admin?tab=${tab.id}` }))

/** The panel: its tabs, and the way out. */
export function AdminShell() {
  const [parameters] = useSearchParams()
  const asked = parameters.get('tab')
  const { id, label, Content } = tabs.find((tab) => tab.id === asked) ?? tabs[0]
  const adminId = usePanel((state) => state.adminId)
  // The console has no citizen beside the panel's account.
  const own = useSession(({ user }) => user === null || user.uid === adminId)
  return (
    <Page>
      <PageHead
        compact
        title="Administration"
        actions={
          <Button variant="default" size="sm" onClick={() => void leavePanel()}>
            Leave the panel
          </Button>
        }
      >
        <p>
          {own
            ? 'What you do here is done in your name, and kept in the journal.'
            : 'This panel account belongs to another citizen: what you do here is done in their name.'}
        </p>
      </PageHead>
      {id !== 'sign-ins' && <SignInNotice />}
      <TabLinks label="Administration" tabs={links} current={id} />
      <section aria-labelledby="tab">
        <h2 id="tab" className="visually-hidden">
          {label}
        </h2>
        <Content />
      </section>
    </Page>
  )
}
