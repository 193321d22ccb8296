import { Skeleton, Columns, Stack } from '../../../ui'
import card from './CandidateCard.module.css'
import classes from './CandidateGrid.module.css'
import { columnsOf, narrowest } from './columns'
import { OfficeHeadSkeleton } from './OfficeHead'
import type { useHubFilter } from './use-hub-filter'

interface Props {
  filter: Pick<ReturnType<typeof useHubFilter>, 'byOffice' | 'position' | 'search'>
  /** How many candidates a page of the chosen office has. */
  count?: number | undefined
}

/** An office without a candidate may have got one. */
const AT_LEAST = 3

/** Cards in the shape of what comes: those of one office, or of several under the title of the first. */
export function CandidateGridSkeleton({ filter, count = filter.position === null ? 6 : 5 }: Props) {
  const columns = columnsOf(count, filter)
  return filter.byOffice ? (
    <Stack gap={2}>
      <OfficeHeadSkeleton />
      <Columns narrowest={narrowest[columns]} fill gap={4} className={classes.office}>
        <Cards count={5} narrow />
      </Columns>
    </Stack>
  ) : (
    <Columns narrowest={narrowest[columns]} fill gap={columns > 3 ? 4 : 5} className={classes.grid}>
      <Cards count={Math.min(count, 6) || AT_LEAST} narrow={columns > 3} />
    </Columns>
  )
}

function Cards({ count, narrow }: { count: number; narrow: boolean }) {
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={card.card} data-narrow={narrow || undefined}>
          <div className={card.banner}>
            <Skeleton height="100%" />
          </div>
          <div className={card.body}>
            <div className={card.portrait}>
              <Skeleton width={76} height={76} round />
            </div>
            <div className={card.name}>
              <Skeleton width="60%" height="1.1rem" />
            </div>
            <div className={card.handle}>
              <Skeleton width="35%" height="0.7rem" className={classes.handle} />
            </div>
            <div className={card.slogan}>
              <Skeleton width="90%" height="1.6rem" lines />
            </div>
          </div>
          <div className={card.stub}>
            <Skeleton width="5rem" height="2.4rem" />
            <Skeleton height="2.6rem" />
          </div>
          <div className={card.foot} />
        </div>
      ))}
    </>
  )
}
