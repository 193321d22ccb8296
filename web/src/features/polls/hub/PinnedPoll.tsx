import { isNotFound, sentenceOf } from '../../../lib/api/api-error'
import { Skeleton, Button, EmptyState, ErrorState, Loading, Stack } from '../../../ui'
import { PollCard } from '../card/PollCard'
import { usePoll } from '../use-polls'
import classes from './PinnedPoll.module.css'

/** The poll that the address names: on top of the page and unfolded, whatever tab it is in. */
export function PinnedPoll({ pollId, onClose }: { pollId: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = usePoll(pollId)
  const isGone = isNotFound(error)
  const back = (
    <Button variant="subtle" size="sm" onClick={onClose}>
      Show all polls
    </Button>
  )
  // A poll that was deleted goes from the page, also where it was read before.
  if (data && !isGone) {
    return (
      <Stack gap={2} justify="start" className={classes.pinned}>
        <PollCard poll={data.poll} unfolded />
        {back}
      </Stack>
    )
  }
  if (!error) {
    return (
      <Loading label="Loading the poll">
        <Skeleton height="18rem" />
      </Loading>
    )
  }
  if (isGone) {
    return (
      <EmptyState title="There is no such poll." actions={back}>
        It was taken away, or the link is not whole.
      </EmptyState>
    )
  }
  return (
    <ErrorState title="Error Loading Polls" retryLabel="Retry" onRetry={() => void refetch()} retrying={isFetching}>
      {sentenceOf(error)}
    </ErrorState>
  )
}
