import { can } from '@nation/domain/permissions'
import { useState } from 'react'
import { AuthWall } from '../citizens'
import { Page, PageHead } from '../../ui/Page'
import { usePageTitle } from '../../ui/use-page-title'
import { useSession, type OwnProfile } from '../../lib/session/session'
import { Skeleton, Button, Loading, Stack } from '../../ui'
import { onDemand } from '../../ui/on-demand'
import { Tabs } from '../../ui/kit/Tabs'
import { EditPoll } from './card/edit-poll'
import { HubStats } from './hub/HubStats'
import { PollList, PollListSkeleton } from './hub/PollList'
import { PinnedPoll } from './hub/PinnedPoll'
import { ShortLists } from './hub/ShortLists'
import { useHubState } from './hub/use-hub-state'
import type { Poll, PollTab } from './types'
import classes from './VoteHub.module.css'

const tabs: readonly { id: PollTab; label: string }[] = [
  { id: 'active', label: 'Active Polls' },
  { id: 'archived', label: 'Archived Polls' },
]

const PollDialog = onDemand(() => import('./form/PollDialog'))

/** The Vote Hub (requirements 1.2): what the government asks, and what the nation answers. */
export default function VoteHub() {
  usePageTitle()
  const { status, user } = useSession()
  if (status === 'unknown') return <HubSkeleton />
  if (!user)
    return (
      <AuthWall page="Vote Hub">
        Citizens answer the polls of the government here. Each has one vote in a poll, and all votes weigh the same.
      </AuthWall>
    )
  return <Hub key={user.uid} user={user} />
}

function Hub({ user }: { user: OwnProfile }) {
  const { tab, pinned, choose, pin } = useHubState()
  const [glanced, setGlanced] = useState({ pollId: '', times: 0 })
  const [creating, setCreating] = useState(false)
  const [edited, setEdited] = useState<Poll | null>(null)
  const mayCreate = can(user, 'polls.create')
  return (
    <Page>
      <HubHead action={mayCreate && <Button onClick={() => setCreating(true)}>Create Poll</Button>} />
      <div className={classes.figures}>
        <HubStats tab={tab} user={user} />
      </div>
      <Stack gap={6} align="start" className={classes.desk}>
        <Stack as="section" gap={5} aria-label="Polls">
          <EditPoll value={setEdited}>
            {pinned !== null && (
              <PinnedPoll
                key={pinned}
                pollId={pinned}
                chosen={pinned === glanced.pollId ? glanced.times : 0}
                onClose={() => pin(null)}
              />
            )}
            <Tabs label="Polls" tabs={tabs} current={tab} choose={choose}>
              <PollList key={tab} tab={tab} without={pinned} create={mayCreate ? () => setCreating(true) : null} />
            </Tabs>
          </EditPoll>
        </Stack>
        <ShortLists
          tab={tab}
          pin={(pollId) => {
            setGlanced(({ times }) => ({ pollId, times: times + 1 }))
            pin(pollId)
          }}
        />
      </Stack>
      {creating && <PollDialog onClose={() => setCreating(false)} onCreated={() => choose('active')} />}
      {edited && <PollDialog poll={edited} onClose={() => setEdited(null)} />}
    </Page>
  )
}

function HubHead({ action }: { action?: React.ReactNode }) {
  return (
    <PageHead title="Vote Hub" {...(action && { actions: action })}>
      <p>The government asks, the nation answers. Every vote weighs the same, and is final.</p>
    </PageHead>
  )
}

function HubSkeleton() {
  return (
    <Page>
      <HubHead />
      <Loading label="Loading the Vote Hub" className={classes.skeleton}>
        <Skeleton height="5.5rem" />
        <PollListSkeleton />
      </Loading>
    </Page>
  )
}
