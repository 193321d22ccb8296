import { can } from '@nation/domain/permissions'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { useLive } from '../../../lib/live/live'
import { useCall, useChange } from '../../../lib/query/query'
import { useSession } from '../../../lib/session/session'
import {
  ActiveBadge,
  Badge,
  Button,
  classNames,
  Countdown,
  ErrorState,
  Instant,
  Loading,
  Panel,
  Text,
  inFull,
  useFocusGoesOn,
  useNowAmong,
  Row,
  Skeleton,
  Stack,
} from '../../../ui'
import { SkeletonCard } from '../../../ui/SkeletonCard'
import { electionName } from '../shared/election-words'
import type { ElectionSummary } from '../shared/types'
import { useNextOpening } from '../shared/use-next-opening'
import { type CalendarChanges, calendarReads } from './calendar-changes'
import classes from './Calendar.module.css'
import { CancelElection } from './CancelElection'
import { PlanElection } from './PlanElection'

/** The calendar as the page's own session may change it. */
export default function Calendar() {
  const user = useSession((state) => state.user)
  return (
    <ElectionCalendar
      mayPlan={can(user, 'elections.create')}
      mayCancel={({ createdBy }) => can(user, 'elections.cancel', { createdById: createdBy })}
      creation={useChange('elections.create', calendarReads)}
      cancellation={useChange('elections.cancel', calendarReads)}
      linked
    />
  )
}

interface Props extends CalendarChanges {
  mayPlan: boolean
  mayCancel: (election: ElectionSummary) => boolean
  /** Whether the site's pages can be reached from here. */
  linked?: boolean
}

/** Open and planned elections; with the right to, a form that plans another. */
export function ElectionCalendar({ mayPlan, mayCancel, creation, cancellation, linked = false }: Props) {
  const live = useLive((state) => state.live)
  const every = live ? false : 30_000
  const active = useCall('elections.list', { status: 'active' }, { every })
  const upcoming = useCall('elections.list', { status: 'upcoming', limit: 100 }, { every })
  const [planning, setPlanning] = useState(false)
  const start = useRef<HTMLButtonElement>(null)
  const form = useFocusGoesOn(() => start.current)
  // Among other sections of the panel its title is no larger than theirs.
  const look = classNames(classes.calendar, linked && classes.onPage)
  const failed = [active, upcoming].find((query) => query.isError && !query.data)
  const retry = () => void Promise.all([active.refetch(), upcoming.refetch()])
  if (failed) {
    return (
      <section className={look} aria-labelledby="calendar-title">
        <Row className={classes.head}>
          <h2 id="calendar-title">Running and planned</h2>
        </Row>
        <ErrorState
          title="The calendar could not be loaded"
          onRetry={retry}
          retrying={active.isFetching || upcoming.isFetching}
        >
          {sentenceOf(failed.error)}
        </ErrorState>
      </section>
    )
  }
  if (!active.data || !upcoming.data) {
    return (
      <Loading label="Loading the calendar" className={look}>
        <Row className={classes.head}>
          <h2>Running and planned</h2>
        </Row>
        <EntrySkeleton />
        <SkeletonCard height="6rem" />
      </Loading>
    )
  }
  const others = [...active.data.elections, ...upcoming.data.elections]
  return (
    <section className={look} aria-labelledby="calendar-title">
      <Row gap={3} align="center" justify="between" className={classes.head}>
        <h2 id="calendar-title">Running and planned</h2>
        {mayPlan && !planning && (
          <Button ref={start} data-action="plan-election" onClick={() => setPlanning(true)}>
            Plan an election
          </Button>
        )}
      </Row>
      {planning && (
        <div ref={form}>
          <PlanElection creation={creation} others={others} onDone={() => setPlanning(false)} />
        </div>
      )}
      {others.length > 0 && (
        <Stack as="ol" gap={4}>
          {others.map((election) => (
            <Entry
              key={election.id}
              election={election}
              linked={linked}
              cancellation={mayCancel(election) ? cancellation : null}
            />
          ))}
        </Stack>
      )}
      {upcoming.data.elections.length === 0 && <NothingPlanned />}
    </section>
  )
}

interface EntryProps {
  election: ElectionSummary
  linked: boolean
  /** Null where the caller may not cancel it. */
  cancellation: CalendarChanges['cancellation'] | null
}

function Entry({ election, linked, cancellation }: EntryProps) {
  const { startsAt, phaseTwoAt, endsAt, status, totalCandidates } = election
  const running = status === 'active'
  const now = useNowAmong([startsAt, phaseTwoAt])
  return (
    <li className={classes.entry} data-running={running || undefined}>
      <Row gap={[2, 3]} align="center" className={classes.what}>
        <h3>{running && linked ? <Link to="/elections">{electionName(startsAt)}</Link> : electionName(startsAt)}</h3>
        {running ? <ActiveBadge /> : <Badge tone="state">Upcoming</Badge>}
      </Row>
      <Row as="dl" gap={[2, 6]} step={-1} className={classes.dates}>
        <Moment term={startsAt <= now ? 'Opened' : 'Opens'} at={startsAt} />
        <Moment term={phaseTwoAt <= now ? 'Ministries opened' : 'Ministries open'} at={phaseTwoAt} />
        <Moment term="Closes" at={endsAt} />
        <div>
          <dt>Candidates</dt>
          <dd>{inFull(totalCandidates)}</dd>
        </div>
      </Row>
      <Stack as="p" justify="end" step={2} className={classes.left}>
        <span>{running ? 'Voting closes in' : 'Voting opens in'}</span>
        <Countdown to={running ? endsAt : startsAt} />
      </Stack>
      {cancellation && status === 'upcoming' && <CancelElection election={election} cancellation={cancellation} />}
    </li>
  )
}

/** An election while it loads: its week, its dates, and what is left. */
const EntrySkeleton = () => (
  <div className={classes.entry}>
    <Row className={classes.what}>
      <Skeleton width="11rem" height="1.6rem" />
    </Row>
    <Row gap={[2, 6]} className={classes.dates}>
      {[0, 1, 2, 3].map((place) => (
        <Stack key={place} gap={1}>
          <Skeleton width="4rem" height="0.8rem" />
          <Skeleton width="8rem" height="1.4rem" />
        </Stack>
      ))}
    </Row>
    <Stack gap={1} className={classes.left}>
      <Skeleton width="5.5rem" height="0.8rem" />
      <Skeleton width="9.5rem" height="2rem" />
    </Stack>
  </div>
)

function Moment({ term, at }: { term: string; at: number }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <Instant at={at} />
      </dd>
    </div>
  )
}

/** Without a plan the next election opens automatically. */
function NothingPlanned() {
  const opens = useNextOpening()
  return (
    <Panel gap={1} pad={[4, 5]}>
      <b>Nothing else is planned</b>
      <Text tone="soft">
        The next election opens automatically
        {opens !== undefined && (
          <>
            {' '}
            on <Instant at={opens} />
          </>
        )}
        .
      </Text>
    </Panel>
  )
}
