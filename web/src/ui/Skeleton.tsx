import classes from './states.module.css'

interface Props {
  width?: number | string
  height?: number | string
  round?: boolean
  className?: string | undefined
}

/** A piece of a skeleton. Build the shape of what comes from several, inside `Loading`. */
export function Skeleton({ width = '100%', height = '1em', round = false, className }: Props) {
  return (
    <span
      className={className ? `${classes.skeleton} ${className}` : classes.skeleton}
      style={{ width, height, ...(round && { borderRadius: '50%' }) }}
    />
  )
}
