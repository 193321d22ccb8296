import { inFull } from '@nation/domain/formats'
import { jobRules } from '@nation/domain/work'
import { Fragment, useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Button, ErrorState, Panel, Row, Stack, StatCard, StatRow, Text } from '../../../ui'
import { usePanelCall } from '../panel-session'
import { WorkTab } from '../work/WorkTab'
import { JobRow, type Led } from './JobRow'
import { LoadingJobs } from './LoadingJobs'
import { failuresInWords, isFailing, jobId, type Job, type Jobs } from './job-words'
import { useQueueBoard } from './use-jobs'
import classes from './jobs.module.css'

/** How often it is asked how the jobs stand, in milliseconds. */
const EVERY = 5_000

/** All that the nation does by itself: what is due, what follows, what failed, what is paused, and how far long work is. */
export function JobsTab() {
  const asked = usePanelCall('admin.jobs', {}, EVERY)
  if (asked.isError && !asked.data) {
    return (
      <ErrorState title="The jobs could not be read" onRetry={() => void asked.refetch()} retrying={asked.isFetching}>
        {sentenceOf(asked.error)} The work itself goes on.
      </ErrorState>
    )
  }
  if (!asked.data) {
    return <LoadingJobs />
  }
  return <JobLists answer={asked.data} isFresh={asked.isFetchedAfterMount && !asked.isError} />
}

/** Which jobs failed when the tab was opened: by its first own answer, and by that of the last visit until it is there. */
function useFailedFirst(jobs: readonly Job[], isFresh: boolean): ReadonlySet<Job['name']> {
  const failing = () => new Set(jobs.filter(isFailing).map(({ name }) => name))
  const [first, setFirst] = useState(() => ({ names: failing(), isFresh }))
  if (isFresh && !first.isFresh) setFirst({ names: failing(), isFresh })
  return first.names
}

interface ListsProps {
  answer: Jobs
  /** Whether the tab asked for it itself: it may be from the cache of the last visit. */
  isFresh: boolean
}

/** The jobs that failed when the tab was opened come first. They stay in their place: a reader who repairs one still finds it there. */
function JobLists({ answer, isFresh }: ListsProps) {
  const { jobs, now } = answer
  const first = useFailedFirst(jobs, isFresh)
  const [led, setLed] = useState<Led | null>(null)
  const goTo = (name: Job['name']) => setLed((before) => ({ name, times: (before?.times ?? 0) + 1 }))
  const list = (title: string, listed: readonly Job[]) =>
    listed.length > 0 && <JobList title={title} jobs={listed} now={now} led={led} />
  const failed = jobs.filter(({ name }) => first.has(name))
  const others = jobs.filter(({ name }) => !first.has(name))
  return (
    <Stack gap={6}>
      <Overview answer={answer} goTo={goTo} />
      {list(failed.some(isFailing) ? 'To look at first' : 'Failed when you opened this', failed)}
      {/* What waits there for something from outside is in no other list. */}
      <Stack as="section" gap={4} aria-labelledby="long-work">
        <h3 id="long-work">Long-running work</h3>
        <WorkTab />
      </Stack>
      {list(
        'On a schedule',
        others.filter(({ kind }) => kind === 'timed'),
      )}
      {list(
        'Triggered by events',
        others.filter(({ kind }) => kind === 'reaction'),
      )}
      <QueueBoard />
    </Stack>
  )
}

interface OverviewProps {
  answer: Jobs
  goTo: (name: Job['name']) => void
}

function Overview({ answer: { jobs, queue, workersAreThere }, goTo }: OverviewProps) {
  const sum = (of: (job: Job) => number) => jobs.reduce((all, job) => all + of(job), 0)
  const atLeast = jobs.some((job) => job.countsAreMinimums) ? '+' : ''
  return (
    <Stack gap={4}>
      {!workersAreThere && (
        <Panel edge="left" gap={1} pad={4} role="status">
          <Text strong tone="danger">
            No worker is running.
          </Text>
          <Text step={-1}>No job runs until a worker is started again. No work is lost: it waits in the database.</Text>
        </Panel>
      )}
      <StatRow label="The jobs at a glance">
        <StatCard
          label="Failed"
          note={<WhatFailed jobs={jobs.filter(isFailing)} goTo={goTo} />}
          alarming={jobs.some(({ stuck }) => stuck > 0)}
        >{`${inFull(sum((job) => job.stuck))}${atLeast}`}</StatCard>
        <StatCard
          label="Waiting"
          note="They run automatically"
        >{`${inFull(sum((job) => job.waiting))}${atLeast}`}</StatCard>
        <StatCard label="Paused" note="Until you resume them">
          {inFull(sum((job) => Number(job.pausedAt !== null)))}
        </StatCard>
        <StatCard
          label="In the queue"
          note={queue === null ? 'Redis does not answer' : `${inFull(queue.active)} running`}
        >
          {queue === null ? '–' : inFull(queue.waiting)}
        </StatCard>
      </StatRow>
    </Stack>
  )
}

/** What to do about it, and the way to the jobs that need it: they stand among many that are well. */
function WhatFailed({ jobs: failing, goTo }: { jobs: readonly Job[]; goTo: OverviewProps['goTo'] }) {
  const jobs = failing.filter(({ stuck }) => stuck > 0)
  if (jobs.length === 0) return failuresInWords(failing)
  return (
    <>
      {failuresInWords(failing)}:{' '}
      {jobs.map(({ name }, place) => (
        <Fragment key={name}>
          {place > 0 && ', '}
          <a
            href={`#${jobId(name)}`}
            onClick={(event) => {
              event.preventDefault()
              goTo(name)
            }}
          >
            {jobRules[name].title}
          </a>
        </Fragment>
      ))}
    </>
  )
}

/** The way to BullMQ's own board, for those who know it. */
function QueueBoard() {
  const { open, busy } = useQueueBoard()
  // The console opens no pages but its own.
  if (!location.protocol.startsWith('http')) return null
  return (
    <Row gap={[2, 4]} align="center">
      <Button variant="default" size="sm" loading={busy} onClick={open}>
        Queue board
      </Button>
      <Text tone="soft" step={-1}>
        The queue’s own view (BullMQ), in a new tab. It is for reading only.
      </Text>
    </Row>
  )
}

interface JobListProps {
  title: string
  jobs: readonly Job[]
  now: number
  led: Led | null
}

function JobList({ title, jobs, now, led }: JobListProps) {
  return (
    <Stack as="section" gap={4} aria-label={title}>
      <h3>{title}</h3>
      <ul className={classes.list} aria-label={title}>
        {jobs.map((job) => (
          <JobRow key={job.name} job={job} now={now} led={led?.name === job.name ? led.times : 0} />
        ))}
      </ul>
    </Stack>
  )
}
