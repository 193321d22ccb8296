import { sentenceOf } from '../../../lib/api/api-error'
import { Button, EmptyState, ErrorState, Loading, Stack } from '../../../ui'
import { ShowMore } from '../../../ui/ShowMore'
import { BallotSkeleton } from '../card/BallotSkeleton'
import { PollCard } from '../card/PollCard'
import type { PollTab } from '../types'
import { usePolls } from '../use-polls'
import classes from './PollList.module.css'

interface Props {
  tab: PollTab
  /** A poll that is shown elsewhere on the page. */
  without: string | null
  /** Opens the form of a new poll; null without the right to. */
  create: (() => void) | null
}

/** The polls of a tab, each to be unfolded. */
export function PollList({ tab, without, create }: Props) {
  const list = usePolls(tab)
  const all = list.data?.pages.flatMap((page) => page.polls) ?? []
  const polls = all.filter(({ id }) => id !== without)
  if (list.isError && all.length === 0) {
    return (
      <ErrorState
        title="Error Loading Polls"
        retryLabel="Retry"
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      >
        {sentenceOf(list.error)} Votes that were cast are safe.
      </ErrorState>
    )
  }
  if (list.isPending) return <PollListSkeleton />
  if (all.length === 0) return <NoPolls tab={tab} create={create} />
  return (
    <>
      <ul className={classes.polls} aria-label={tab === 'active' ? 'Active polls' : 'Archived polls'}>
        {polls.map((poll) => (
          <li key={poll.id}>
            <PollCard poll={poll} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Stack gap={3} justify="center" className={classes.more}>
          <ShowMore pages={list} more="More polls" failure={sentenceOf(list.error)} />
        </Stack>
      )}
    </>
  )
}

function NoPolls({ tab, create }: Pick<Props, 'tab' | 'create'>) {
  if (tab === 'archived') return <EmptyState title="No Archived Polls">No polls have been archived yet</EmptyState>
  return (
    <EmptyState title="No Active Polls" actions={create && <Button onClick={create}>Create Poll</Button>}>
      Check back later for new voting opportunities
    </EmptyState>
  )
}

export function PollListSkeleton() {
  return (
    <Loading label="Loading polls" className={classes.polls}>
      {[0, 1, 2, 3].map((index) => (
        <BallotSkeleton key={index} />
      ))}
    </Loading>
  )
}
