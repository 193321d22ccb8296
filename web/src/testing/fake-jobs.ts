import type { CallAnswer } from '@nation/domain/contract'
import { jobNames, jobRules, type JobName } from '@nation/domain/work'
import { refuse } from './fake-nation'
import type { FakeNation } from './fake-nation'

type Job = CallAnswer<'admin.jobs'>['jobs'][number]
type Failure = CallAnswer<'admin.job-failures'>['failures'][number]

const HOUR = 3_600_000

const jobOf = (name: JobName, now: number, place: number): Job => ({
  name,
  kind: jobRules[name].kind,
  pausedAt: null,
  pausedBy: null,
  nextAt: jobRules[name].kind === 'timed' && place % 3 !== 2 ? now + (place + 1) * 5 * HOUR : null,
  askedAt: null,
  lastDoneAt: now - (place + 1) * 400_000,
  tookMs: 40 + place * 300,
  failures: 0,
  failedAt: null,
  error: null,
  waiting: 0,
  stuck: 0,
  countsAreMinimums: false,
  oldestWaitingAt: null,
  hours: Array.from({ length: 24 }, (_, hour) => ({
    at: Math.floor(now / HOUR) * HOUR - (23 - hour) * HOUR,
    done: (hour * 7 + place * 5) % 11,
    failed: 0,
  })).filter(({ done }) => done > 0),
})

/** The jobs of a nation in memory: one that failed too often, one that is failing, one that is paused. */
export function fakeJobs(now: number): FakeNation['answers'] {
  const jobs = jobNames.map((name, place) => jobOf(name, now, place))
  const named = (name: JobName) => jobs.find((one) => one.name === name)!
  let failures: Failure[] = [
    { entry: 41_207, attempts: 20, stuck: true },
    { entry: 41_180, attempts: 20, stuck: true },
    { entry: 41_260, attempts: 4, stuck: false },
  ].map((one) => ({ ...one, happenedAt: now - 5 * HOUR, what: 'citizens.joined', error: 'X does not answer (503).' }))
  const count = () => {
    const stuck = failures.filter((one) => one.stuck).length
    const waiting = failures.length - stuck
    Object.assign(named('citizens.keep-portrait'), {
      stuck,
      waiting,
      oldestWaitingAt: waiting > 0 ? now - 5 * HOUR : null,
      ...(failures.length > 0
        ? { error: 'X does not answer (503).', failedAt: now - 120_000 }
        : { error: null, failedAt: null }),
    })
  }
  count()
  const portraits = named('citizens.keep-portrait').hours.at(-2)
  if (portraits) portraits.failed = 6
  Object.assign(named('citizens.refresh-from-x'), {
    error: 'X’s allowance is used up.',
    failures: 7,
    failedAt: now - 60_000,
  })
  Object.assign(named('media.remove-orphans'), { pausedAt: now - 2 * HOUR, pausedBy: 'Alma Administrator' })
  const take = (entry: number) => {
    if (!failures.some((one) => one.entry === entry))
      return refuse(409, 'job_not_failed', 'This does not wait any more.')
    failures = failures.filter((one) => one.entry !== entry)
    count()
    return null
  }
  return {
    'admin.jobs': () => ({
      success: true,
      jobs: jobs.map((one) => ({ ...one })),
      queue: { waiting: 3, active: 1, failed: 12 },
      workersAreThere: true,
      now,
    }),
    'admin.job-failures': ({ job }) => ({
      success: true,
      failures: job === 'citizens.keep-portrait' ? failures : [],
      nextCursor: null,
    }),
    'admin.retry-job': ({ job, entry }) => take(entry) ?? { success: true, job, entry },
    'admin.give-up-job': ({ job, entry }) => take(entry) ?? { success: true, job, entry },
    'admin.retry-jobs': ({ job }) => {
      const retried = failures.filter((one) => one.stuck).length
      failures = failures.filter((one) => !one.stuck)
      count()
      return { success: true, job, retried, more: false }
    },
    'admin.pause-job': ({ job, paused }) => {
      Object.assign(named(job), { pausedAt: paused ? now : null, pausedBy: paused ? 'Alma Administrator' : null })
      return { success: true, job, paused }
    },
    'admin.open-ops-pages': () => ({ success: true, address: '/ops/queues' }),
    'admin.run-job': ({ job }) => {
      named(job).askedAt = now
      return { success: true, job, askedAt: now }
    },
  }
}
