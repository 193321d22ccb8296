import { inFull } from '@nation/domain/formats'
import { jobRules } from '@nation/domain/work'
import { useEffect, useRef } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Button, RelativeTime, Row, Stack, Text } from '../../../ui'
import { PagedList } from '../../../ui/PagedList'
import { panelCall, usePanelPages } from '../panel-session'
import { Reason } from './Reason'
import { triesInWords, type Failure, type Job } from './job-words'
import { useFailure } from './use-jobs'
import classes from './jobs.module.css'

/** What failed of one job and is not done: those that wait for a person first. */
export function JobFailures({ job }: { job: Job }) {
  const input = { job: job.name }
  const list = usePanelPages('admin.job-failures', input, (cursor, signal) =>
    panelCall('admin.job-failures', { ...input, cursor }, signal),
  )
  const { title } = jobRules[job.name]
  const failures = list.data?.pages.flatMap((page) => page.failures) ?? []
  const none = useRef<HTMLParagraphElement>(null)
  const some = useRef(false)
  useEffect(() => {
    // The last one went with the button that was pressed: the focus goes on where it is said.
    if (failures.length === 0 && some.current && document.activeElement === document.body) none.current?.focus()
    some.current = failures.length > 0
  }, [failures.length])
  return (
    <PagedList
      pages={list}
      items={failures}
      label={`Failures of ${title.toLowerCase()}`}
      skeletons={{ count: 2, height: '4.5rem' }}
      failure={sentenceOf(list.error)}
      empty={
        <Text ref={none} tabIndex={-1} tone="soft" step={-1}>
          No failures.
        </Text>
      }
    >
      {(failure) => <FailureRow key={failure.entry} job={job} failure={failure} />}
    </PagedList>
  )
}

function FailureRow({ job, failure }: { job: Job; failure: Failure }) {
  const { retry, giveUp, busy } = useFailure(job, failure)
  const entry = `entry ${inFull(failure.entry)}`
  return (
    <Row as="li" gap={[2, 4]} pad={3} align="center" justify="between" className={classes.failure}>
      <Stack gap={1} className={classes.reason}>
        <Reason raw={failure.error ?? 'No reason is known.'} />
        <Text tone="faint" step={-1} figures breaks wide>
          {`From ${entry} (${failure.what}), `}
          <RelativeTime at={failure.happenedAt} />. {triesInWords(failure)}
        </Text>
      </Stack>
      <Row gap={2}>
        <Button variant="default" size="sm" loading={busy} aria-label={`Retry ${entry}`} onClick={retry}>
          Retry
        </Button>
        {jobRules[job.name].mayBeGivenUp && (
          <Button
            variant="outline"
            size="sm"
            data-danger
            data-disabled={busy}
            aria-label={`Give up ${entry}`}
            onClick={() => void giveUp()}
          >
            Give up
          </Button>
        )}
      </Row>
    </Row>
  )
}
