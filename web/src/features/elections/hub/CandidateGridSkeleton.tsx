import { Skeleton, Columns, Stack } from '../../../ui'
import card from './CandidateCard.module.css'
import classes from './CandidateGrid.module.css'
import { OfficeHeadSkeleton } from './OfficeHead'

/** Cards in the shape of what comes: those of one office, or of several under the title of the first. */
export function CandidateGridSkeleton({ byOffice = false }: { byOffice?: boolean }) {
  return byOffice ? (
    <Stack gap={2}>
      <OfficeHeadSkeleton />
      <Columns narrowest="13.5rem" fill gap={4} className={classes.office}>
        <Cards byOffice />
      </Columns>
    </Stack>
  ) : (
    <Columns narrowest="21rem" fill gap={5} className={classes.grid}>
      <Cards />
    </Columns>
  )
}

function Cards({ byOffice = false }: { byOffice?: boolean }) {
  return (
    <>
      {Array.from({ length: byOffice ? 5 : 6 }, (_, index) => (
        <div key={index} className={card.card} data-under-office={byOffice || undefined}>
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
