import { can } from '@nation/domain/permissions'
import { useState } from 'react'
import { useBuilt } from '../../../lib/built'
import { sentenceOf } from '../../../lib/api/api-error'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import { useSession } from '../../../lib/session/session'
import { Button, ButtonLink, EmptyState, ErrorState, Loading, Stack, Row, Text } from '../../../ui'
import { onDemand } from '../../../ui/on-demand'
import { followPollCounts, loadPollDialog } from '../../polls'
import classes from './PollsTab.module.css'
import { PollFigures, PollSkeleton } from './PollFigures'

followPollCounts()

const PollDialog = onDemand(loadPollDialog)

/** Polls are asked for again this often where events do not arrive by themselves. */
const REFRESH = 30_000

/** The dashboard's Polls (requirements 2.2): the open polls with their counts, and the way to ask a new one. */
export function PollsTab() {
  const live = useLive((state) => state.live)
  const user = useSession((state) => state.user)
  const built = useBuilt()
  const [creating, setCreating] = useState(false)
  const polls = useCall('government.get-polls', {}, { every: live ? false : REFRESH })
  const create = can(user, 'polls.create') && <Button onClick={() => setCreating(true)}>Create Poll</Button>
  return (
    <Stack gap={5}>
      <Row gap={3} align="center" justify="between">
        <Stack gap={1}>
          <Text as="h2" step={2}>
            Active polls
          </Text>
          {built('/vote') && (
            <Text tone="soft" step={-1}>
              Polls are edited, closed and exported in the Vote Hub: each question leads there.
            </Text>
          )}
        </Stack>
        <Row gap={3}>
          {built('/vote') && (
            <ButtonLink to="/vote" variant="default">
              Vote Hub
            </ButtonLink>
          )}
          {create}
        </Row>
      </Row>
      {creating && <PollDialog onClose={() => setCreating(false)} />}
      <ActivePolls polls={polls} />
    </Stack>
  )
}

/** The one that closes first comes first; those without a date follow as they came, the newest first. */
const soonest = (a: { closesAt: number | null }, b: { closesAt: number | null }): number =>
  a.closesAt === b.closesAt ? 0 : (a.closesAt ?? Infinity) - (b.closesAt ?? Infinity)

function ActivePolls({ polls }: { polls: ReturnType<typeof useCall<'government.get-polls'>> }) {
  if (polls.isError && !polls.data) {
    return (
      <ErrorState title="Polls could not be loaded" onRetry={() => void polls.refetch()} retrying={polls.isFetching}>
        {sentenceOf(polls.error)} Votes that were cast are safe.
      </ErrorState>
    )
  }
  if (!polls.data) {
    return (
      <Loading label="Loading polls" className={classes.polls}>
        {[0, 1, 2].map((place) => (
          <PollSkeleton key={place} />
        ))}
      </Loading>
    )
  }
  const { polls: open, counts } = polls.data
  if (open.length === 0) {
    return (
      <EmptyState title="No active polls">Ask the citizens something, and their votes are counted here.</EmptyState>
    )
  }
  return (
    <>
      <ul className={classes.polls} aria-label="Active polls">
        {open.toSorted(soonest).map((poll) => (
          <li key={poll.id}>
            <PollFigures poll={poll} />
          </li>
        ))}
      </ul>
      {counts.active > open.length && (
        <Text tone="soft">
          Shown are the {open.length} newest of {counts.active} active polls; the others are in the Vote Hub.
        </Text>
      )}
    </>
  )
}
