import { Page } from '../../../ui/Page'
import { Bone, Loading } from '../../../ui'
import classes from './FormSkeleton.module.css'

/** The shape of a candidacy's form before it is known what stands in it. */
export function FormSkeleton({ label }: { label: string }) {
  return (
    <Page narrow>
      <Loading label={label} className={classes.form}>
        <Bone width="60%" height="4rem" />
        <Bone height="11rem" />
        <Bone height="20rem" />
        <Bone height="20rem" />
      </Loading>
    </Page>
  )
}
