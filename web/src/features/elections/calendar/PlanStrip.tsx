import { electionLimits } from '@nation/domain/elections'
import { dateInWords, Stack, Row } from '../../../ui'
import type { ElectionSummary } from '../shared/types'
import type { Span } from './plan'
import classes from './PlanStrip.module.css'

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
    <Stack gap={1} aria-hidden="true">
      <div className={classes.track}>
        {others.map((one) => (
          <span key={one.id} className={classes.other} style={lies(one)} />
        ))}
        {dates && dates.endsAt > dates.startsAt && (
          <span className={classes.own} style={lies(dates)} data-refused={refused || undefined} />
        )}
      </div>
      <Row as="p" nowrap justify="between" tone="faint" step={-2} face="document">
        <span>Today</span>
        <span>{dateInWords(end)}</span>
      </Row>
    </Stack>
  )
}
