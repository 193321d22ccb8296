import { Columns, Row, Skeleton, Stack } from '../../../ui'
import classes from './Ballot.module.css'

/** Three candidates in the shape of what comes on the ballot. */
export function BallotSkeleton() {
  return (
    <Columns narrowest="21rem" fill gap={4}>
      {Array.from({ length: 3 }, (_, index) => (
        <Stack key={index} gap={3} pad={4} className={classes.candidate}>
          <Row nowrap gap={3} align="center">
            <Skeleton width={56} height={56} round />
            <Stack gap={2} className={classes.who}>
              <Skeleton width="60%" height="1.1rem" />
              <Skeleton width="35%" height="0.7rem" />
            </Stack>
          </Row>
          <Skeleton width="85%" height="1rem" />
          <div className={classes.choose}>
            <Skeleton height="2.75rem" />
            <Skeleton width="6rem" height="2.75rem" />
          </div>
          <PointsSkeleton />
          <PointsSkeleton />
        </Stack>
      ))}
    </Columns>
  )
}

/** The goals, or the promises. */
const PointsSkeleton = () => (
  <Stack gap={2} className={classes.part}>
    <Skeleton width="5rem" height="0.9rem" />
    <Skeleton width="90%" height="0.8rem" />
    <Skeleton width="75%" height="0.8rem" />
    <Skeleton width="80%" height="0.8rem" />
  </Stack>
)
