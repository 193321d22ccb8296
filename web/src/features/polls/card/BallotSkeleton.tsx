import { Skeleton, Stack } from '../../../ui'
import classes from './PollCard.module.css'

/** A ballot of which nothing is known yet. */
export function BallotSkeleton() {
  return (
    <div className={classes.ballot}>
      <Stack gap={3} pad={4} className={classes.stub}>
        <Skeleton width="4rem" height="1.6rem" />
        <Skeleton width="4.5rem" height="0.7rem" />
      </Stack>
      <Stack gap={3} top className={classes.face}>
        <Skeleton width="min(100%, 26rem)" height="1.5rem" />
        <Skeleton width="min(60%, 12rem)" height="0.9rem" />
        <Skeleton height="0.6rem" />
        <Skeleton width="min(45%, 9rem)" height="0.9rem" />
      </Stack>
    </div>
  )
}
