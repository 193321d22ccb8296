import { Row, Skeleton, Stack } from '../../../ui'
import classes from './PollCard.module.css'

/** A ballot of which nothing is known yet. */
export function BallotSkeleton() {
  return (
    <div className={classes.ballot}>
      <Stack gap={3} pad={4} className={classes.stub}>
        <Skeleton width="4rem" height="1.6rem" />
        <Skeleton width="4.5rem" height="0.7rem" />
      </Stack>
      <Stack gap={3} top className={classes.front}>
        <div className={classes.awaited}>
          <Skeleton width="min(100%, 26rem)" height="1em" />
          <Skeleton width="60%" height="1em" className={classes.second} />
        </div>
        <Skeleton width="min(60%, 12rem)" height="1.4rem" lines />
        <Row nowrap gap={4} align="end" justify="between">
          <Stack gap={2} className={classes.division}>
            <Skeleton height="0.6rem" />
            <Skeleton width="min(60%, 9rem)" height="0.9rem" />
          </Stack>
          <Skeleton width="4.2rem" height="2.25rem" className={classes.vote} />
        </Row>
      </Stack>
    </div>
  )
}
