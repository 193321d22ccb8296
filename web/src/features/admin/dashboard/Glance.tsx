import { percentInWords } from '@nation/domain/elections'
import { electionName } from '@nation/domain/formats'
import type { CallAnswer } from '@nation/domain/contract'
import type { ReactNode } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { useFeatures } from '../../../lib/feature-flags'
import { Skeleton, inFull, Instant, Panel, Row, Stack, StatCard, StatRow, Text } from '../../../ui'
import { money } from '../../bank'
import { failuresInWords } from '../jobs/job-words'
import { useFigures } from './use-dashboard'

interface Reading<Answer> {
  readonly data: Answer | undefined
  readonly isError: boolean
  readonly error: unknown
}

type Jobs = CallAnswer<'admin.jobs'>

/** The figures, each from a reading of its own: what cannot be read leaves the others as they are. */
export function Glance() {
  const { stats, overview, bank, health, elections, jobs } = useFigures()
  const on = useFeatures()
  const counted = elections.data?.elections.find(({ turnout }) => turnout !== null)
  return (
    <Stack as="section" gap={4} aria-label="At a glance">
      <NoWorker jobs={jobs.data} />
      <StatRow label="The nation at a glance" narrowest="14rem">
        <Figure
          label="Citizens"
          of={stats}
          note={({ seatsFilled, seats }) => `${seatsFilled} of ${seats} seats filled`}
        >
          {({ totalCitizens }) => inFull(totalCitizens)}
        </Figure>
        {on.elections && (
          <Figure
            label="Turnout"
            of={elections}
            note={() => counted && `${electionName(counted.startsAt)}, counted last`}
          >
            {() => (counted?.turnout ? `${percentInWords(counted.turnout.percent)}%` : '–')}
          </Figure>
        )}
        {on.voting && (
          <Figure label="Active polls" of={overview} note={() => 'Open for votes'}>
            {({ activePolls }) => inFull(activePolls)}
          </Figure>
        )}
        <Figure
          label="Pool of a cycle"
          of={bank}
          note={({ bankData: { nextPaymentDate } }) =>
            nextPaymentDate === null ? (
              'No payment is scheduled'
            ) : (
              <>
                Due <Instant at={nextPaymentDate} />
              </>
            )
          }
        >
          {({ bankData }) => money(bankData.totalSalariesCents)}
        </Figure>
      </StatRow>
      <StatRow label="What runs it" narrowest="14rem">
        <Figure label="System health" of={health} note={(answer) => <HealthNote health={answer} />}>
          {({ status, measured }) => (
            <Row as="span" gap={2} align="baseline">
              <span>{measured === null ? '–' : `${percentInWords(measured.percent)}%`}</span>
              <Text as="span" step={0} tone={status === 'ok' ? 'soft' : 'danger'}>
                {status === 'ok' ? 'OK' : 'Degraded'}
              </Text>
            </Row>
          )}
        </Figure>
        <Figure
          label="In the queue"
          of={jobs}
          note={({ queue }) => (queue === null ? 'Redis does not answer' : `${inFull(queue.active)} running`)}
        >
          {({ queue }) => (queue === null ? '–' : inFull(queue.waiting))}
        </Figure>
        <Figure label="Errors" of={jobs} note={({ jobs: all }) => failuresInWords(all)}>
          {({ jobs: all }) => stuckInWords(all)}
        </Figure>
      </StatRow>
    </Stack>
  )
}

interface FigureProps<Answer> {
  label: string
  of: Reading<Answer>
  note?: (answer: Answer) => ReactNode
  children: (answer: Answer) => ReactNode
}

function Figure<Answer>({ label, of: { data, isError, error }, note, children }: FigureProps<Answer>) {
  if (data !== undefined) {
    return (
      <StatCard label={label} note={note?.(data)}>
        {children(data)}
      </StatCard>
    )
  }
  return isError ? (
    <StatCard label={label} note={sentenceOf(error)}>
      –
    </StatCard>
  ) : (
    <StatCard label={label}>
      <Skeleton width="4rem" height="1.5rem" />
    </StatCard>
  )
}

function NoWorker({ jobs }: { jobs: Jobs | undefined }) {
  if (!jobs || jobs.workersAreThere) return null
  return (
    <Panel edge="left" gap={1} pad={4} role="status">
      <Text strong tone="danger">
        No worker is running.
      </Text>
    </Panel>
  )
}

type Health = CallAnswer<'system.health'>

/** How the parts are at this moment, and what the share above counts. */
const HealthNote = ({ health }: { health: Health }) => (
  <>
    <span>{partsInWords(health)}</span>
    {health.measured !== null && (
      <>
        <br />
        <span>
          {health.measured.checks === 0
            ? 'Not measured yet'
            : `Good checks in 30 days, of ${inFull(health.measured.checks)}`}
        </span>
      </>
    )}
  </>
)

/** Which parts do not do well, or how long the database takes. */
function partsInWords({ database, redis, queues, addresses }: Health): string {
  const bad = [
    !database.ok && 'database',
    !redis.ok && 'Redis',
    !queues.ok && 'queues',
    addresses === 'check' && 'callers’ addresses (see the log)',
  ].filter((part) => part !== false)
  if (bad.length > 0) return `Look at: ${bad.join(', ')}`
  return database.latencyMs === null ? 'All parts answer' : `Database: ${inFull(Math.round(database.latencyMs))} ms`
}

function stuckInWords(jobs: Jobs['jobs']): string {
  const stuck = jobs.reduce((all, job) => all + job.stuck, 0)
  return `${inFull(stuck)}${jobs.some((job) => job.stuck > 0 && job.countsAreMinimums) ? '+' : ''}`
}
