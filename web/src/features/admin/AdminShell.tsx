import { useLayoutEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { ComponentType } from 'react'
import { Page, PageHead } from '../../app/Page'
import { useSession } from '../../lib/session/session'
import { Button } from '../../ui'
import classes from './AdminShell.module.css'
import { BankTab } from './bank/BankTab'
import { BroadcastTab } from './broadcast/BroadcastTab'
import { MembersTab } from './members/MembersTab'
import { leavePanel, usePanel } from './panel-session'
import { SignInNotice } from './sign-ins/SignInNotice'
import { SignInsTab } from './sign-ins/SignInsTab'
import { SwitchesTab } from './switches/SwitchesTab'
import { WorkTab } from './work/WorkTab'

interface Tab {
  readonly id: string
  readonly label: string
  readonly Content: ComponentType
}

/** The panel's tabs, in the order of the requirements (requirements 2.2). A tab appears here once it is built. */
const tabs: readonly [Tab, ...Tab[]] = [
  { id: 'members', label: 'Members', Content: MembersTab },
  { id: 'broadcast', label: 'Broadcast', Content: BroadcastTab },
  { id: 'bank', label: 'Bank', Content: BankTab },
  { id: 'features', label: 'Features', Content: SwitchesTab },
  { id: 'work', label: 'Background work', Content: WorkTab },
  { id: 'sign-ins', label: 'Sign-ins', Content: SignInsTab },
]

/** The panel: its tabs, and the way out. */
export function AdminShell() {
  const [parameters] = useSearchParams()
  const asked = parameters.get('tab')
  const { id, label, Content } = tabs.find((tab) => tab.id === asked) ?? tabs[0]
  const bar = useCurrentInView(id)
  const adminId = usePanel((state) => state.adminId)
  const own = useSession((state) => state.user?.uid === adminId)
  return (
    <Page>
      <PageHead
        title="Administration"
        actions={
          <Button variant="default" onClick={() => void leavePanel()}>
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
      <nav ref={bar} className={classes.tabs} aria-label="Administration">
        {tabs.map((tab) => (
          <Link key={tab.id} to={`/admin?tab=${tab.id}`} aria-current={tab.id === id ? 'page' : undefined}>
            {tab.label}
          </Link>
        ))}
      </nav>
      <section aria-labelledby="tab">
        <h2 id="tab" className="visually-hidden">
          {label}
        </h2>
        <Content />
      </section>
    </Page>
  )
}

/** Keeps the current tab in the middle of a bar that is wider than a phone. */
function useCurrentInView(current: string) {
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (bar.current && tab) bar.current.scrollLeft = tab.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2
  }, [current])
  return bar
}
