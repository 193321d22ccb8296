import { Skeleton, Columns } from '../../../ui'
import card from './CandidateCard.module.css'
import classes from './CandidateGrid.module.css'

/** Six cards in the shape of what comes. */
export function CandidateGridSkeleton() {
  return (
    <Columns narrowest="21rem" fill gap={5} className={classes.grid}>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className={card.card}>
          <Skeleton height="7rem" />
          <div className={card.body}>
            <Skeleton width={72} height={72} round />
            <Skeleton width="60%" height="1.4rem" />
            <Skeleton width="35%" />
            <Skeleton height="3rem" />
          </div>
          <div className={card.stub}>
            <Skeleton width="5rem" height="2.4rem" />
            <Skeleton height="2.6rem" />
          </div>
        </div>
      ))}
    </Columns>
  )
}
