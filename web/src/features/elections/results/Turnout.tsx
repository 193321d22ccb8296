import { inFull, Row, Text } from '../../../ui'
import { percentInWords } from '@nation/domain/elections'
import classes from './Turnout.module.css'

const R = 42
const LENGTH = 2 * Math.PI * R

/** How many of those who could vote did, as a ring that is closed so far. */
export function Turnout({ voters, eligible, percent }: { voters: number; eligible: number; percent: number }) {
  return (
    <Row nowrap gap={4} align="center">
      <svg viewBox="0 0 100 100" className={classes.ring} aria-hidden="true">
        <circle cx="50" cy="50" r={R} className={classes.whole} />
        <circle
          cx="50"
          cy="50"
          r={R}
          className={classes.part}
          strokeDasharray={`${(Math.min(100, percent) / 100) * LENGTH} ${LENGTH}`}
          transform="rotate(-90 50 50)"
        />
      </svg>
      <dl className={classes.words}>
        <dt>Turnout</dt>
        <Text as="dd" step={4} face="title" figures className={classes.percent}>
          {percentInWords(percent)}%
        </Text>
        <Text as="dd" tone="faint" step={-1}>
          {inFull(voters)} of {inFull(eligible)} who could vote
        </Text>
      </dl>
    </Row>
  )
}
