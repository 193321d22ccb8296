import { Page } from '../../../ui/Page'
import { Skeleton, Loading } from '../../../ui'
import classes from './FormSkeleton.module.css'

/** The shape of a candidacy's form before it is known what stands in it. */
export function FormSkeleton({ label }: { label: string }) {
  return (
    <Page narrow>
      <Loading label={label} className={classes.form}>
        <Skeleton width="60%" height="4rem" />
        <Skeleton height="20rem" />
        <Skeleton height="11rem" />
        <Skeleton height="20rem" />
      </Loading>
    </Page>
  )
}
