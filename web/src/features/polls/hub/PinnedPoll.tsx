import { useEffect, useRef } from 'react'
import { isNotFound, sentenceOf } from '../../../lib/api/api-error'
import { Skeleton, Button, EmptyState, ErrorState, Loading, Stack, useFocusGoesOn } from '../../../ui'
import { PollCard } from '../card/PollCard'
import { usePoll } from '../use-polls'
import classes from './PinnedPoll.module.css'

interface Props {
  pollId: string
  /** How often it was chosen further down the page: each time its question takes the focus. */
  chosen: number
  onClose: () => void
}

const currentTab = () => document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')

/** The poll that the address names: on top of the page and unfolded, whatever tab it is in. */
export function PinnedPoll({ pollId, chosen, onClose }: Props) {
  const { data, error, isFetching, refetch } = usePoll(pollId)
  const isGone = isNotFound(error)
  const isThere = data !== undefined && !isGone
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isThere && chosen > 0) card.current?.querySelector('button')?.focus()
  }, [isThere, chosen])
  const closes = useFocusGoesOn(currentTab)
  const back = (
    <Button ref={closes} variant="subtle" size="sm" onClick={onClose}>
      Show all polls
    </Button>
  )
  // A poll that was deleted goes from the page, also where it was read before.
  if (isThere) {
    return (
      <Stack ref={card} gap={2} justify="start" className={classes.pinned}>
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
