import { useSearchParams } from 'react-router-dom'
import type { QueryKey } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ComponentType } from 'react'
import { Page, PageHead } from '../../ui/Page'
import { queryClient } from '../../lib/query/query'
import { useSession } from '../../lib/session/session'
import { Skeleton, Button, Loading } from '../../ui'
import { TabLinks } from '../../ui/kit/TabLinks'
import { SwitchedOff } from '../../ui/SwitchedOff'
import { AdminGate } from './AdminGate'
import { AuditTab } from './audit/AuditTab'
import { BankTab } from './bank/BankTab'
import { BroadcastTab } from './broadcast/BroadcastTab'
import { DashboardTab } from './dashboard/DashboardTab'
import { ElectionsTab } from './elections/ElectionsTab'
import { JobsTab } from './jobs/JobsTab'
import { MembersTab } from './members/MembersTab'
import { ChatTab } from './chat/ChatTab'
import { usePanel } from './panel-session'
import { askToLeave } from './replica/ask-to-leave'
import { useReplica } from './replica/use-replica'
import { ReplicaDashboard } from './replica/ReplicaDashboard'
import { ReplicaTables } from './replica/ReplicaTables'
import { ReplicaTasks } from './replica/ReplicaTasks'
import { NeedsConnection } from './replica/NeedsConnection'
import { ReplicaBar } from './replica/ReplicaBar'
import { useOffline } from './replica/use-offline'
import { SignInNotice } from './sign-ins/SignInNotice'
import { SignInsTab } from './sign-ins/SignInsTab'
import { SettingsTab } from './settings/SettingsTab'
import { replicaLinks, membersLink, tabAsked, tabLinks, useIsThere, type TabId, type TabLink } from './tab-links'

/** What each tab shows (requirements 2.2). */
const contents: Readonly<Record<TabId, ComponentType>> = {
  dashboard: DashboardTab,
  members: MembersTab,
  broadcast: BroadcastTab,
  chat: ChatTab,
  bank: BankTab,
  elections: ElectionsTab,
  settings: SettingsTab,
  jobs: JobsTab,
  audit: AuditTab,
  'sign-ins': SignInsTab,
}

/** What the console's copy shows: it is there without a network, and without the password after a restart. */
const replicaContents: Readonly<Record<string, { readonly label: string; readonly Content: ComponentType }>> = {
  members: { label: 'Members', Content: MembersTab },
  broadcast: { label: 'Broadcast', Content: BroadcastTab },
  tasks: { label: 'Tasks', Content: ReplicaTasks },
  changes: { label: 'Changes', Content: lazy(() => import('./replica/ChangesTab')) },
  record: { label: 'Record', Content: lazy(() => import('./replica/RecordTab')) },
}

/** What is read of the copy before the panel's password is given, and without a connection: the tabs themselves ask the server. */
const readContents: Readonly<Partial<Record<TabId, ComponentType>>> = {
  chat: () => <ReplicaTables tables={['chat']} />,
  bank: () => <ReplicaTables tables={['payments', 'cycles']} />,
  elections: () => <ReplicaTables tables={['elections', 'candidacies']} />,
  audit: () => <ReplicaTables tables={['audit', 'gazette']} />,
  dashboard: ReplicaDashboard,
  jobs: () => (
    <NeedsConnection title="Jobs need a connection">
      The copy on this computer has no figures of jobs. They change all the time and come from the server.
    </NeedsConnection>
  ),
  settings: () => (
    <NeedsConnection title="Settings need a connection">
      Features, limits and links apply to all citizens at once. They are read and changed on the server.
    </NeedsConnection>
  ),
}

/**
 * What a tab reads first. With an answer to it, a tab that was open when the connection went stays: it may hold unsent
 * text. The audit holds none, and without a connection another filter of it would not be answered: it shows the copy.
 */
const firstReads: Readonly<Partial<Record<TabId, QueryKey>>> = {
  chat: ['admin-chat.get-messages'],
  bank: ['bank.get-data'],
  elections: ['elections.list', { status: 'active' }],
  jobs: ['admin.jobs'],
  settings: ['system.panel-settings'],
}

const isAnswered = (queryKey: QueryKey | undefined): boolean =>
  queryKey !== undefined && queryClient.getQueriesData({ queryKey }).some(([, answer]) => answer !== undefined)

interface PanelState {
  readonly hasCopy: boolean
  readonly isSignedIn: boolean
  readonly isOffline: boolean
  /** The tab that was open while there was a connection. */
  readonly openOnline: TabId
}

const asksServer = (id: TabId, { isSignedIn, isOffline, openOnline }: PanelState): boolean =>
  isSignedIn && (!isOffline || !readContents[id] || (openOnline === id && isAnswered(firstReads[id])))

const linkOf = (asked: string | null): Omit<TabLink, 'to'> => tabLinks.find((tab) => tab.id === asked) ?? membersLink

/** The tab that was asked for. The panel opens with the members: an administrator comes for a citizen. */
function tabOf(asked: string | null, state: PanelState) {
  const { id, label } = linkOf(asked)
  const fromCopy = state.hasCopy ? replicaContents[asked ?? id] : undefined
  if (fromCopy) return { id: asked ?? id, ...fromCopy }
  if (asksServer(id, state)) return { id, label, Content: contents[id] }
  return { id, label, Content: (state.hasCopy && readContents[id]) || AdminGate }
}

/** The panel: its tabs, and the way out. */
export function AdminShell() {
  const [parameters] = useSearchParams()
  const asked = tabAsked(parameters.get('tab'))
  const hasCopy = useReplica(({ replica }) => replica !== null)
  const isSignedIn = usePanel(({ token }) => token !== null)
  const isOffline = useOffline()
  const isThere = useIsThere()
  const { id: linked, feature } = linkOf(asked)
  const shown = tabLinks.filter(isThere)
  const [openOnline, setOpenOnline] = useState(linked)
  if (!isOffline && openOnline !== linked) setOpenOnline(linked)
  const { id, label, Content } = tabOf(asked, { hasCopy, isSignedIn, isOffline, openOnline })
  const adminId = usePanel((state) => state.adminId)
  // The console has no citizen beside the panel's account.
  const isOwnAccount = useSession(({ user }) => user === null || user.uid === adminId)
  return (
    <Page dense>
      <PageHead
        compact
        title="Administration"
        actions={
          <Button variant="default" size="sm" onClick={() => void askToLeave()}>
            Leave the panel
          </Button>
        }
      >
        <p>
          {isOwnAccount
            ? 'Your actions here are recorded in the journal under your name.'
            : 'This panel account belongs to another citizen. Your actions here are recorded under their name.'}
        </p>
      </PageHead>
      {hasCopy && <ReplicaBar />}
      {isSignedIn && id !== 'sign-ins' && <SignInNotice />}
      <TabLinks label="Administration" tabs={hasCopy ? [...shown, ...replicaLinks] : shown} current={id} />
      <section aria-labelledby="tab">
        <h2 id="tab" className="visually-hidden">
          {label}
        </h2>
        <Suspense
          fallback={
            <Loading label="Loading">
              <Skeleton height="20rem" />
            </Loading>
          }
        >
          {feature && !isThere({ feature }) ? <SwitchedOff feature={feature} /> : <Content />}
        </Suspense>
      </section>
    </Page>
  )
}
