import { inFull } from '@nation/domain/formats'
import { jobRules } from '@nation/domain/work'
import { Fragment } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Button, ErrorState, Loading, Panel, Row, Stack, StatCard, StatRow, Text } from '../../../ui'
import { SkeletonCard } from '../../../ui/SkeletonCard'
import { usePanelCall } from '../panel-session'
import { WorkTab } from '../work/WorkTab'
import { JobRow } from './JobRow'
import { jobId } from './job-words'
import { useQueueBoard } from './use-jobs'
import type { Job, Jobs } from './job-words'
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
    return (
      <Loading label="Loading the jobs">
        <Stack gap={4}>
          <SkeletonCard height="6rem" />
          {[0, 1, 2, 3, 4, 5].map((place) => (
            <SkeletonCard key={place} height="5rem" />
          ))}
        </Stack>
      </Loading>
    )
  }
  const { jobs, now } = asked.data
  return (
    <Stack gap={6}>
      <Overview answer={asked.data} />
      {/* What waits there for something from outside is in no other list. */}
      <Stack as="section" gap={4} aria-labelledby="long-work">
        <h3 id="long-work">Long-running work</h3>
        <WorkTab />
      </Stack>
      <JobList title="On a schedule" jobs={jobs.filter(({ kind }) => kind === 'timed')} now={now} />
      <JobList title="Triggered by events" jobs={jobs.filter(({ kind }) => kind === 'reaction')} now={now} />
      <QueueBoard />
    </Stack>
  )
}

function Overview({ answer: { jobs, queue, workersAreThere } }: { answer: Jobs }) {
  const sum = (of: (job: Job) => number) => jobs.reduce((all, job) => all + of(job), 0)
  const atLeast = jobs.some((job) => job.countsAreMinimums) ? '+' : ''
  return (
    <Stack gap={4}>
      {!workersAreThere && (
        <Panel edge="left" gap={1} pad={4} role="status">
          <Text strong tone="danger">
            No worker is running.
          </Text>
          <Text step={-1}>
            Nothing is done by itself until one is started again. Nothing is lost: what is due waits in the database.
          </Text>
        </Panel>
      )}
      <StatRow label="The jobs at a glance">
        <StatCard
          label="Failed"
          note={<WhatFailed jobs={jobs.filter(({ stuck }) => stuck > 0)} />}
          alarming={jobs.some(({ stuck }) => stuck > 0)}
        >{`${inFull(sum((job) => job.stuck))}${atLeast}`}</StatCard>
        <StatCard
          label="Waiting"
          note="They run by themselves"
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
function WhatFailed({ jobs }: { jobs: readonly Job[] }) {
  if (jobs.length === 0) return 'To be retried or given up'
  return (
    <>
      To be retried or given up:{' '}
      {jobs.map(({ name }, place) => (
        <Fragment key={name}>
          {place > 0 && ', '}
          <a
            href={`#${jobId(name)}`}
            onClick={(event) => {
              event.preventDefault()
              goToJob(name)
            }}
          >
            {jobRules[name].title}
          </a>
        </Fragment>
      ))}
    </>
  )
}

function goToJob(name: Job['name']): void {
  const row = document.getElementById(jobId(name))
  row?.scrollIntoView({ block: 'center' })
  row?.focus({ preventScroll: true })
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

function JobList({ title, jobs, now }: { title: string; jobs: readonly Job[]; now: number }) {
  return (
    <Stack as="section" gap={4} aria-label={title}>
      <h3>{title}</h3>
      <ul className={classes.list} aria-label={title}>
        {jobs.map((job) => (
          <JobRow key={job.name} job={job} now={now} />
        ))}
      </ul>
    </Stack>
  )
}
