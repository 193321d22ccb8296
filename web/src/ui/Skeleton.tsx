import { classNames } from './class-names'
import classes from './states.module.css'

interface Props {
  width?: number | string
  height?: number | string
  round?: boolean
  /** Drawn as lines of small text: for what is several lines high. */
  lines?: boolean
  className?: string | undefined
}

/** A piece of a skeleton. Build the shape of what comes from several, inside `Loading`. */
export function Skeleton({ width = '100%', height = '1em', round = false, lines = false, className }: Props) {
  return (
    <span
      className={classNames(classes.skeleton, lines && classes.lines, className)}
      style={{ width, height, ...(round && { borderRadius: '50%' }) }}
    />
  )
}
