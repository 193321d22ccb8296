import { jobRules } from '@nation/domain/work'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Badge, Button, Panel, RelativeTime, Stack, Text } from '../../../ui'
import { FoldButton } from '../../../ui/FoldButton'
import { HourBars } from '../../../ui/kit/HourBars'
import { JobFailures } from './JobFailures'
import { Reason } from './Reason'
import {
  hasPattern,
  isFailing,
  isQuiet,
  jobId,
  jobWords,
  mayHaveFailures,
  nextInWords,
  paceInWords,
  statusOf,
  waitingInWords,
  type Job,
} from './job-words'
import { useJob } from './use-jobs'
import classes from './jobs.module.css'

/** The job to which a link led, and how many links were followed. */
export interface Led {
  readonly name: Job['name']
  readonly times: number
}

interface Props {
  job: Job
  now: number
  /** Which of the links that were followed led here last; 0 where none did. */
  led: number
}

/**
 * One job: how it stands, what it did, when it runs next or what waits, and what one may do with it. Where there is no room for a table
 * it is a line that unfolds: its title and its status, and what is late or waits if there is any. It unfolds
 * by itself when it begins to need an administrator, and when a link leads to it.
 */
export function JobRow({ job, now, led }: Props) {
  // Null before it was ever open. Once it was, the button stays: it has the focus when it closes what holds no failure any more.
  const [open, setOpen] = useState<boolean | null>(null)
  const { title } = jobRules[job.name]
  const status = statusOf(job)
  const [unfolded, setUnfolded] = useUnfolded(isFailing(job), led)
  useEffect(() => {
    if (led > 0) goTo(document.getElementById(jobId(job.name)))
  }, [led, job.name])
  return (
    <Panel
      as="li"
      id={jobId(job.name)}
      onBlur={({ target, currentTarget }) => {
        // A window that another one covers blurs it, too, and gives it the focus again.
        if (target === currentTarget && document.activeElement !== currentTarget) target.removeAttribute('tabindex')
      }}
      edge="left"
      gap={2}
      pad={[3, 4]}
      className={classes.job}
      data-tone={status.tone}
      data-quiet={isQuiet(job, now) || undefined}
      data-unfolded={unfolded || undefined}
    >
      <div className={classes.line}>
        <Stack gap={0} className={classes.what}>
          <Text as="h4" step={0}>
            {title}
          </Text>
          <Text tone="soft" step={-1} className={classes.does}>
            {jobWords[job.name].does}
          </Text>
        </Stack>
        <div className={classes.bars}>
          {hasPattern(job) && (
            <>
              <HourBars label={`${title} in the last 24 hours`} hours={job.hours} now={now} />
              <Text as="span" tone="faint" step={-2} aria-hidden="true">
                Last 24 hours
              </Text>
            </>
          )}
        </div>
        <Text tone="soft" step={-1} figures className={classes.figures}>
          {job.kind === 'timed' ? nextInWords(job, now) : waitingInWords(job, now)}{' '}
          <span className={classes.pace}>
            {paceInWords(job)}
            {job.lastDoneAt !== null && (
              <>
                {' '}
                Last done <RelativeTime inside at={job.lastDoneAt} />.
              </>
            )}
          </span>
        </Text>
        <div className={classes.status}>
          <Badge tone={status.tone}>{status.words}</Badge>
        </div>
        <button
          type="button"
          className={classes.unfold}
          aria-expanded={unfolded}
          aria-label={`Details: ${title}`}
          onClick={() => setUnfolded(!unfolded)}
        >
          <IconChevronDown size={20} aria-hidden="true" />
        </button>
        <Actions job={job} open={open} toggle={() => setOpen(!open)} />
      </div>
      {job.pausedAt !== null && (
        <Text tone="warning" step={-1} strong>
          Paused by {job.pausedBy ?? 'an administrator'}, <RelativeTime inside at={job.pausedAt} />.
        </Text>
      )}
      {job.error !== null && job.failedAt !== null && (
        <Reason raw={job.error} tone="danger">
          {job.kind === 'timed' && job.failures > 1 ? `${job.failures} runs in a row failed` : 'The last try failed'},{' '}
          <RelativeTime at={job.failedAt} />:{' '}
        </Reason>
      )}
      {open && <JobFailures job={job} />}
    </Panel>
  )
}

/** Whether a row is unfolded: as the reader left it, until there is a new reason to see it whole. */
function useUnfolded(needsSomebody: boolean, led: number) {
  const [unfolded, setUnfolded] = useState(needsSomebody)
  const [known, setKnown] = useState({ needsSomebody, led })
  if (known.needsSomebody !== needsSomebody || known.led !== led) {
    setKnown({ needsSomebody, led })
    if (led > known.led || (needsSomebody && !known.needsSomebody)) setUnfolded(true)
  }
  return [unfolded, setUnfolded] as const
}

/** Takes the reader to a row: its head at the top of the window, and the focus on it. It leaves the order of focus when it loses it. */
function goTo(row: HTMLElement | null): void {
  if (!row) return
  row.tabIndex = -1
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'start' })
}

function Actions({ job, open, toggle }: { job: Job; open: boolean | null; toggle: () => void }) {
  const { pause, resume, run, retryAll, busy } = useJob(job)
  const { title, mayBePaused, runsByHand } = jobRules[job.name]
  const paused = job.pausedAt !== null
  return (
    <div className={classes.actions}>
      {job.kind === 'reaction' && (open !== null || mayHaveFailures(job)) && (
        <FoldButton
          open={open ?? false}
          className={classes.failures}
          aria-label={`Failures: ${title}`}
          onClick={toggle}
        >
          Failures
        </FoldButton>
      )}
      {runsByHand && !paused && (
        <Button
          variant="default"
          size="sm"
          className={classes.main}
          data-disabled={busy}
          aria-label={`Run now: ${title}`}
          onClick={run}
        >
          Run now
        </Button>
      )}
      {job.stuck > 0 && (
        <Button
          size="sm"
          className={classes.main}
          data-disabled={busy}
          aria-label={`Retry all: ${title}`}
          onClick={retryAll}
        >
          Retry all
        </Button>
      )}
      {mayBePaused && (
        <Button
          className={classes.pause}
          variant={paused ? 'filled' : 'default'}
          size="sm"
          data-disabled={busy}
          aria-label={`${paused ? 'Resume' : 'Pause'}: ${title}`}
          onClick={() => (paused ? resume() : void pause())}
        >
          {paused ? 'Resume' : 'Pause'}
        </Button>
      )}
    </div>
  )
}
