import { positions } from '@nation/domain/elections'
import { countInWords } from '@nation/domain/formats'
import { Countdown, Instant, useNow, Text } from '../../../ui'
import { electionName, officesInWords } from './election-words'
import classes from './PhaseBanner.module.css'
import type { Election } from './types'
import { useNextOpening } from './use-next-opening'

const phaseOne = positions.filter(({ phase }) => phase === 'phase_one')
const phaseTwo = positions.filter(({ phase }) => phase === 'phase_two')

interface Stretch {
  title: string
  awaited: string
  /** Undefined while it is not known. */
  until: number | undefined
}

/** What is being voted on, until when, and where in the week we are. Drawn as a ruler of the election's days. */
export function PhaseBanner({ election }: { election: Election }) {
  const now = useNow(1000)
  const stretch = stretchOf(election, now, useNextOpening())
  const length = election.endsAt - election.startsAt
  const along = Math.min(1, Math.max(0, (now - election.startsAt) / length))
  const turn = (election.phaseTwoAt - election.startsAt) / length
  return (
    <section className={classes.banner} aria-label="Election phase">
      <div>
        <Text tone="faint" step={-1} face="document">
          {electionName(election.startsAt)}
        </Text>
        <Text step={2} face="title" className={classes.title}>
          {stretch.title}
        </Text>
        <Text tone="soft" step={-1}>
          {stretch.awaited} {stretch.until === undefined ? 'automatically' : <Instant at={stretch.until} />}
        </Text>
      </div>
      {now < election.endsAt && stretch.until !== undefined && (
        <div className={classes.clock}>
          <Countdown to={stretch.until} label={stretch.awaited} />
        </div>
      )}
      <div
        className={classes.ruler}
        aria-hidden="true"
        style={{ '--turn': `${turn * 100}%`, '--along': `${along * 100}%` } as React.CSSProperties}
      >
        <Text
          as="div"
          tone="faint"
          step={-2}
          className={classes.half}
          data-now={now >= election.startsAt && now < election.phaseTwoAt ? '' : undefined}
        >
          <b>{phaseOne.map(({ short }) => short).join(' · ')}</b>
        </Text>
        <Text
          as="div"
          tone="faint"
          step={-2}
          className={classes.half}
          data-now={now >= election.phaseTwoAt && now < election.endsAt ? '' : undefined}
        >
          <b>{officesInWords(phaseTwo)}</b>
        </Text>
        <span className={classes.ticks}>
          <span className={classes.needle} />
        </span>
      </div>
    </section>
  )
}

function stretchOf(election: Election, now: number, opens: number | undefined): Stretch {
  const { startsAt, phaseTwoAt, endsAt, resultsReady } = election
  if (now < startsAt) return { title: 'The next election is being prepared', awaited: 'Voting opens', until: startsAt }
  if (now < phaseTwoAt) {
    return {
      title: `Phase one: ${phaseOne.map(({ title }) => title).join(', ')}`,
      awaited: 'Voting closes',
      until: phaseTwoAt,
    }
  }
  if (now < endsAt)
    return {
      title: `Phase two: the ${countInWords(phaseTwo.length)} ministries`,
      awaited: 'Voting closes',
      until: endsAt,
    }
  if (resultsReady) {
    return { title: 'The government is seated', awaited: 'The next election opens', until: opens }
  }
  return { title: 'The votes are being counted', awaited: 'Voting closed', until: endsAt }
}
