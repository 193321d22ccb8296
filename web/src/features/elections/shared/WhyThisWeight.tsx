import { useId, useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { useCall } from '../../../lib/query/query'
import { Skeleton, Button, ErrorState, Loading, Stack } from '../../../ui'
import { WeightSlip } from './WeightSlip'
import classes from './WhyThisWeight.module.css'

/** Opens the slip that says why one's vote weighs what it weighs, before it is given. */
export function WhyThisWeight({ electionId }: { electionId: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <Stack gap={3} className={classes.why}>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.question}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        Why this weight?
      </Button>
      <div id={id} hidden={!open}>
        {open && <Answer electionId={electionId} />}
      </div>
    </Stack>
  )
}

function Answer({ electionId }: { electionId: string }) {
  const { data, error, isFetching, refetch } = useCall('votes.weight', { electionId })
  if (data) return <WeightSlip weight={data} />
  if (error) {
    return (
      <ErrorState title="The roll could not be read" onRetry={() => void refetch()} retrying={isFetching}>
        {sentenceOf(error)} Your weight is what it is: it does not depend on this page.
      </ErrorState>
    )
  }
  return (
    <Loading label="Loading the roll" className={classes.loading}>
      <Skeleton width="70%" />
      <Skeleton height="7rem" />
      <Skeleton height="8rem" />
    </Loading>
  )
}
