import { Skeleton, Stack } from '../../../ui'
import classes from './InterviewCard.module.css'

/** A sheet of questions of which nothing is known yet. */
export function CardSkeleton() {
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <Skeleton width="4.5rem" height="1.4rem" />
        <Skeleton width="min(90%, 15rem)" height="2.4rem" />
      </div>
      <Stack gap={2} top className={classes.skeletons}>
        <Skeleton height="0.9rem" />
        <Skeleton height="0.9rem" />
        <Skeleton width="60%" height="0.9rem" />
      </Stack>
      <Stack gap={2} top className={classes.skeletons}>
        <Skeleton width="45%" height="1.2rem" />
      </Stack>
    </div>
  )
}
