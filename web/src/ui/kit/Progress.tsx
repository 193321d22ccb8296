import '@mantine/core/styles/Progress.layer.css'
import { Progress as MantineProgress } from '@mantine/core'
import classes from './Progress.module.css'

interface Props {
  /** What is under way. */
  label: string
  /** How much of it is done, from 0 to 100. */
  percent: number
  /** It jumps from one figure to the next: every frame of a transition would take time from the work that it shows. */
  jumps?: boolean
}

/** How far something is, in the state's colour or that of `--tone`. */
export function Progress({ label, percent, jumps = false }: Props) {
  return (
    <MantineProgress
      value={percent}
      aria-label={label}
      radius="xl"
      transitionDuration={jumps ? 0 : 160}
      classNames={{ root: classes.track, section: classes.done }}
    />
  )
}
