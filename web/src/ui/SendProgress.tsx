import classes from './SendProgress.module.css'

interface Props {
  /** What is sent. */
  label: string
  /** How much of it is there, from 0 to 1; null while it waits for its turn. */
  part: number | null
}

/** How far a file is on its way. */
export function SendProgress({ label, part }: Props) {
  const percent = Math.round((part ?? 0) * 100)
  return (
    <span className={classes.progress}>
      <span
        role="progressbar"
        aria-label={`${label}: sent`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className={classes.track}
      >
        <span className={classes.sent} style={{ scale: `${part ?? 0} 1` }} />
      </span>
      <span className={classes.percent}>
        {part === null ? 'Waiting' : percent === 100 ? 'Almost there…' : `${percent}%`}
      </span>
    </span>
  )
}
