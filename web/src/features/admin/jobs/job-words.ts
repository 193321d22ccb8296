import type { CallAnswer } from '@nation/domain/contract'
import { durationInWords, inFull, instantInWords } from '@nation/domain/formats'
import type { JobName } from '@nation/domain/work'

export type Jobs = CallAnswer<'admin.jobs'>
export type Job = Jobs['jobs'][number]
export type Failure = CallAnswer<'admin.job-failures'>['failures'][number]

interface Words {
  /** What it does. */
  readonly does: string
  /** What does not happen while it is paused; null where it cannot be paused. */
  readonly paused: string | null
}

/** What each job is, for the administrator who looks at it or pauses it. */
export const jobWords: Readonly<Record<JobName, Words>> = {
  'elections.advance': {
    does: 'Opens and closes elections, counts the votes, and seats the government when an election ends.',
    paused: null,
  },
  'elections.read-roll': {
    does: 'Reads all balances in the hour before an election opens.',
    paused: 'An election that opens takes the balances that were known before.',
  },
  'bank.pay-due': {
    does: 'Records the salaries when a cycle ends; an administrator marks each as paid.',
    paused:
      'No salary is recorded automatically. ‘Process payment’ in the Bank tab still records those of a cycle that is due.',
  },
  'bank.check-books': {
    does: 'Adds up all books again every night, and raises an alarm when they differ. ‘Check now’ in the Bank tab does so at once.',
    paused: null,
  },
  'polls.close-due': {
    does: 'Closes polls on their closing date.',
    paused: 'Polls past their date are listed as open. Votes on them are still refused.',
  },
  'broadcasts.end-due': {
    does: 'Records the ends of broadcasts.',
    paused: 'Broadcasts still leave every page at their end. The end is recorded later.',
  },
  'tasks.remind': {
    does: 'Reminds offices of tasks that are due.',
    paused: 'Officials are not reminded of tasks.',
  },
  'citizens.refresh-from-x': {
    does: 'Reads names and followers of all citizens from X.',
    paused: 'Followers and names stay as they were read last, unless a citizen refreshes their own.',
  },
  'citizens.refresh-balances': {
    does: 'Reads balances that are older than six hours from the chain.',
    paused: 'Balances stay as they were read last, unless a citizen refreshes their own.',
  },
  'token.migrate': {
    does: 'After a change of the token, sets every balance to 0 and reads it anew.',
    paused: 'Balances of the old token stay in the books after a change of the token.',
  },
  'media.remove-orphans': {
    does: 'Removes files that no page uses.',
    paused: 'Files that no page uses stay on the disk.',
  },
  'citizens.keep-portrait': {
    does: 'Copies a citizen’s picture from X.',
    paused: 'New pictures are not copied; initials are shown instead.',
  },
  'citizens.export': {
    does: 'Collects a citizen’s data for their export.',
    paused: 'Citizens wait for the copies of their data. The law gives the nation a month.',
  },
  'citizens.erase': {
    does: 'Deletes the personal data of a citizen who left.',
    paused: null,
  },
  'citizens.forget-rolls': {
    does: 'Deletes wallets and balances of citizens who left from the rolls of past elections.',
    paused: null,
  },
  'elections.void-votes': {
    does: 'Removes the votes for candidates who withdrew. These votes no longer count.',
    paused: null,
  },
}

/** When it runs next: 'Next in 3 hours (Mon 23 Nov, 00:00 UTC).' */
export function nextInWords({ nextAt, askedAt, pausedAt }: Job, now: number): string {
  if (pausedAt !== null) return 'Does not run while it is paused.'
  if (askedAt !== null) return 'Requested: a worker starts it in a moment.'
  if (nextAt === null) return 'No run is due.'
  if (nextAt <= now) return 'Due now.'
  return `Next in ${durationInWords(nextAt - now)} (${instantInWords(nextAt)}).`
}

/** How long a job may be due, or what waits may wait, before it is worth a look, in milliseconds. */
const soon = 60_000

/** Whether nothing about a job is worth a look: it is well, and neither it nor what waits for it is late. */
export const isQuiet = (job: Job, now: number): boolean =>
  statusOf(job).tone === 'success' &&
  (job.nextAt === null || now - job.nextAt < soon) &&
  (job.waiting === 0 || (job.oldestWaitingAt !== null && now - job.oldestWaitingAt < soon))

/** What waits: '3 wait, the oldest for 5 minutes.' */
export function waitingInWords({ waiting, oldestWaitingAt, countsAreMinimums }: Job, now: number): string {
  if (waiting === 0) return 'No work waits.'
  const count = `${inFull(waiting)}${countsAreMinimums ? ' or more' : ''} ${waiting === 1 ? 'waits' : 'wait'}`
  return oldestWaitingAt === null || now - oldestWaitingAt < 1_000
    ? `${count}.`
    : `${count}, the oldest for ${durationInWords(now - oldestWaitingAt)}.`
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** What was done within a day, and how fast: '48 in 24 hours, about 2 an hour; 3 failed.' */
export function paceInWords({ hours, tookMs }: Pick<Job, 'hours' | 'tookMs'>): string {
  const [done, failed] = [sum(hours.map((one) => one.done)), sum(hours.map((one) => one.failed))]
  if (done + failed === 0) return 'No runs in 24 hours.'
  const rate = done >= 24 ? `, about ${inFull(Math.round(done / 24))} an hour` : ''
  const took = tookMs === null ? '' : ` The last took ${tookMs < 1_000 ? `${tookMs} ms` : durationInWords(tookMs)}.`
  return `${inFull(done)} done in 24 hours${rate}${failed > 0 ? `; ${inFull(failed)} failed tries` : ''}.${took}`
}

/** Whether work of it may have failed and not be done: what waits may have failed before, and a success since then takes the error away. */
export const mayHaveFailures = ({ stuck, waiting, error }: Pick<Job, 'stuck' | 'waiting' | 'error'>): boolean =>
  stuck > 0 || waiting > 0 || error !== null

/** Whether work of it waits for an administrator, or its last try failed. While it is paused it is not tried. */
export const isFailing = ({ stuck, error, pausedAt }: Pick<Job, 'stuck' | 'error' | 'pausedAt'>): boolean =>
  stuck > 0 || (error !== null && pausedAt === null)

/** What an administrator has to do about failures, or that nothing is to be done: of all jobs, in a few words. */
export function failuresInWords(jobs: readonly Pick<Job, 'stuck' | 'error' | 'pausedAt'>[]): string {
  const failing = jobs.filter(isFailing)
  if (failing.length === 0) return 'No failures'
  if (failing.some(({ stuck }) => stuck > 0)) return 'To be retried or given up'
  return failing.length === 1 ? 'One is being retried' : `${inFull(failing.length)} are being retried`
}

/** Hours that make a pattern: fewer are said by their count alone. */
const PATTERN = 4

/** Whether its hours show more than their count says. */
export const hasPattern = ({ hours }: Pick<Job, 'hours'>): boolean => hours.length >= PATTERN

/** The status of a job in one or two words, and its colour. */
export function statusOf(job: Job): {
  readonly words: string
  readonly tone: 'danger' | 'warning' | 'success' | 'state'
} {
  const isPaused = job.pausedAt !== null
  if (job.stuck > 0) {
    const failed = `${inFull(job.stuck)}${job.stuck > 1 && job.countsAreMinimums ? '+' : ''} failed`
    return { words: isPaused ? `Paused, ${failed}` : failed, tone: 'danger' }
  }
  if (isPaused) return { words: 'Paused', tone: 'warning' }
  if (job.error !== null) return { words: 'Failing', tone: 'warning' }
  if (job.askedAt !== null) return { words: 'Starting', tone: 'state' }
  return { words: 'OK', tone: 'success' }
}

/** The element of a job's row. */
export const jobId = (name: Job['name']): string => `job-${name}`

/** What becomes of a failure: '4 tries; it is tried again by itself.' */
export const triesInWords = ({ attempts, stuck }: Failure): string =>
  `${attempts} ${attempts === 1 ? 'try' : 'tries'}; ${stuck ? 'it is not retried automatically.' : 'it is retried automatically.'}`
