import { Loading, Skeleton, Stack } from '../../../ui'
import classes from './Day.module.css'

/** As many lines as most days have. */
const LINES = 3

/** The room of what waits while it is on its way: as high as it will be. */
export function WaitsLoading() {
  return (
    <Loading label="Loading your day" className={classes.waits}>
      <Skeleton width="14rem" height="1.6rem" className={classes.summary} />
      <div className={classes.lines}>
        {Array.from({ length: LINES }, (_, place) => (
          <div key={place} className={classes.line}>
            <Skeleton width="2.75rem" height="2.75rem" />
            <Stack gap={2}>
              <Skeleton width="min(16rem, 70%)" height="1.2rem" />
              <Skeleton width="min(24rem, 95%)" height="0.9rem" />
            </Stack>
          </div>
        ))}
      </div>
    </Loading>
  )
}

/** The day before anything of it is known. */
export function DayWaits() {
  return (
    <div className={classes.columns} data-waits>
      <WaitsLoading />
      <div className={classes.beside} aria-hidden="true">
        <Skeleton height="11rem" />
      </div>
    </div>
  )
}
