import { Bone, Stack } from '../../../ui'
import classes from './InterviewCard.module.css'

/** A sheet of questions of which nothing is known yet. */
export function CardBones() {
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <Bone width="4.5rem" height="1.4rem" />
        <Bone width="min(90%, 15rem)" height="2.4rem" />
      </div>
      <Stack gap={2} top className={classes.bones}>
        <Bone height="0.9rem" />
        <Bone height="0.9rem" />
        <Bone width="60%" height="0.9rem" />
      </Stack>
      <Stack gap={2} top className={classes.bones}>
        <Bone width="45%" height="1.2rem" />
      </Stack>
    </div>
  )
}
