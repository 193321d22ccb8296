import { Bone, Stack } from '../../../ui'
import classes from './PollCard.module.css'

/** A ballot of which nothing is known yet. */
export function BallotBones() {
  return (
    <div className={classes.ballot}>
      <Stack gap={3} pad={4} className={classes.stub}>
        <Bone width="4rem" height="1.6rem" />
        <Bone width="4.5rem" height="0.7rem" />
      </Stack>
      <Stack gap={3} top className={classes.face}>
        <Bone width="min(100%, 26rem)" height="1.5rem" />
        <Bone width="min(60%, 12rem)" height="0.9rem" />
        <Bone height="0.6rem" />
        <Bone width="min(45%, 9rem)" height="0.9rem" />
      </Stack>
    </div>
  )
}
