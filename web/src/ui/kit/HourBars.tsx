import classes from './HourBars.module.css'

interface Hour {
  readonly at: number
  readonly done: number
  readonly failed: number
}

interface Props {
  /** What the bars are of. */
  label: string
  /** Hours in which something was done; those between them are empty. */
  hours: readonly Hour[]
  now: number
}

const HOUR = 3_600_000
const count = 24

/** What was done in each of the last 24 hours, as small bars: what failed stands on what was done. */
export function HourBars({ label, hours, now }: Props) {
  const last = Math.floor(now / HOUR)
  const known = new Map(hours.map((hour) => [Math.floor(hour.at / HOUR), hour]))
  const bars = Array.from({ length: count }, (_, place) => known.get(last - count + 1 + place) ?? null)
  const most = Math.max(1, ...bars.map((bar) => (bar ? bar.done + bar.failed : 0)))
  const [done, failed] = [total(hours, 'done'), total(hours, 'failed')]
  return (
    <svg
      className={classes.bars}
      viewBox={`0 0 ${count * 10} 30`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${done} done, ${failed} failed`}
    >
      {bars.map((bar, place) => {
        const [good, bad] = [height(bar?.done, most), height(bar?.failed, most)]
        return (
          <g key={place}>
            <rect x={place * 10 + 1} y={29} width={8} height={1} className={classes.ground} />
            <rect x={place * 10 + 1} y={29 - good} width={8} height={good} className={classes.done} />
            <rect x={place * 10 + 1} y={29 - good - bad} width={8} height={bad} className={classes.failed} />
          </g>
        )
      })}
    </svg>
  )
}

const total = (hours: readonly Hour[], of: 'done' | 'failed') => hours.reduce((all, hour) => all + hour[of], 0)

/** At least a line where there is anything. */
const height = (value: number | undefined, most: number) => (value ? Math.max(2, Math.round((28 * value) / most)) : 0)
