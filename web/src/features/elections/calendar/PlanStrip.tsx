import { electionLimits, weekOf } from '@nation/domain/elections'
import { Stack, Row } from '../../../ui'
import type { ElectionSummary } from '../shared/types'
import type { Span } from './plan'
import classes from './PlanStrip.module.css'

const WEEK = 7 * 86_400_000

interface Props {
  now: number
  others: readonly ElectionSummary[]
  dates: (Span & { readonly phaseTwoAt: number }) | null
  refused: boolean
}

/** The time in which elections can be planned, with those that are, and where the new one would lie. */
export function PlanStrip({ now, others, dates, refused }: Props) {
  const end = now + electionLimits.startsWithin + electionLimits.longest
  const part = (at: number) => Math.min(100, Math.max(0, ((at - now) / (end - now)) * 100))
  const lies = ({ startsAt, endsAt }: Span) => ({
    left: `${part(startsAt)}%`,
    width: `${part(endsAt) - part(startsAt)}%`,
  })
  return (
    <Stack gap={2} aria-hidden="true">
      <div className={classes.track}>
        {mondaysBetween(now, end).map((at) => (
          <span key={at} className={classes.week} {...placed(part(at))}>
            {dayInWords.format(at)}
          </span>
        ))}
        {others.map((one) => (
          <span key={one.id} className={classes.other} style={lies(one)} />
        ))}
        {dates && dates.endsAt > dates.startsAt && (
          <>
            <span className={classes.own} style={lies(dates)} data-refused={refused || undefined} />
            <span
              className={classes.own}
              style={lies({ startsAt: dates.phaseTwoAt, endsAt: dates.endsAt })}
              data-phase-two
              data-refused={refused || undefined}
            />
          </>
        )}
      </div>
      <Row as="p" gap={[1, 4]} tone="soft" step={-2}>
        <Key as="own" says="Phase one" refused={refused && dates !== null} />
        <Key as="own" says="Phase two" refused={refused && dates !== null} phaseTwo />
        <Key as="other" says="Running or planned" />
      </Row>
    </Stack>
  )
}

/** What a look of the strip means. */
function Key({
  as,
  says,
  refused = false,
  phaseTwo = false,
}: {
  as: 'own' | 'other'
  says: string
  refused?: boolean
  phaseTwo?: boolean
}) {
  return (
    <Row as="span" nowrap gap={2} align="center">
      <span className={classes.key}>
        <span className={classes[as]} data-refused={refused || undefined} data-phase-two={phaseTwo || undefined} />
      </span>
      {says}
    </Row>
  )
}

/** Where a date lies: beside its line on the right; near the end of the strip, where there is no room for it, on the left. */
const placed = (part: number) =>
  part > 88 ? { style: { right: `${100 - part}%` }, 'data-late': true } : { style: { left: `${part}%` } }

const dayInWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The Mondays on which weeks begin, in the time that is shown. */
function mondaysBetween(now: number, end: number): number[] {
  const mondays: number[] = []
  for (let at = weekOf(new Date(now)).endsAt.getTime(); at < end; at += WEEK) mondays.push(at)
  return mondays
}
