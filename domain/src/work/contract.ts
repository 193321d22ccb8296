import { z } from 'zod'
import { actor, answer, defineCall, instant } from '../definitions'
import { jobNames } from './jobs'

const backgroundWork = z.object({
  kind: z.string().describe('What is done, as in `citizens.balances-void`'),
  key: z.string().describe('Which piece of it'),
  state: z.enum(['running', 'waiting', 'done', 'failed']),
  total: z.number().int().nullable().describe('How many there are to do; null while it is not known'),
  done: z.number().int(),
  percentage: z.number().nullable(),
  perSecond: z.number().nullable().describe('How many a second, on average'),
  remainingSeconds: z.number().int().nullable(),
  startedAt: instant(),
  updatedAt: instant(),
  finishedAt: instant().nullable(),
  error: z.string().nullable().describe('Why it waits or failed, the last time'),
})

export const listBackgroundWork = defineCall({
  id: 'admin.background-work',
  method: 'GET',
  summary: 'How far the nation’s long work is: refreshes, migrations, exports. What runs first, then what ended last.',
  access: 'panel',
  input: z.strictObject({}),
  output: answer({ work: z.array(backgroundWork), now: instant() }),
  errors: [],
  example: {},
})

const job = z.object({
  name: z.enum(jobNames),
  kind: z.enum(['timed', 'reaction']),
  pausedAt: instant().nullable(),
  pausedBy: z.string().nullable().describe('The name of the administrator who paused it'),
  nextAt: instant()
    .nullable()
    .describe('When timed work is due next; in the past when it is due now, null when nothing is in sight'),
  askedAt: instant().nullable().describe('When an administrator asked for a run that has not ended yet'),
  lastDoneAt: instant().nullable(),
  tookMs: z.number().int().nullable().describe('How long the last run took that ended, in milliseconds'),
  failures: z.number().int().describe('Of timed work: how many runs in a row have failed'),
  failedAt: instant().nullable().describe('When it failed last; null when a later run went well'),
  error: z.string().nullable().describe('Why it failed the last time'),
  waiting: z.number().int().describe('Reactions that are tried by themselves'),
  stuck: z.number().int().describe('Reactions that failed too often and wait for a person'),
  countsAreMinimums: z.boolean().describe('Whether more wait than are counted'),
  oldestWaitingAt: instant()
    .nullable()
    .describe('When the fact happened that waits longest for its reaction; null when more wait than are counted'),
  hours: z
    .array(z.object({ at: instant(), done: z.number().int(), failed: z.number().int() }))
    .describe('What was done in each of the last 24 hours in which anything was, oldest first'),
})

export const listJobs = defineCall({
  id: 'admin.jobs',
  method: 'GET',
  summary: 'All that the workers do by themselves: how much, when next, what waits, what failed, what is paused.',
  access: 'panel',
  input: z.strictObject({}),
  output: answer({
    jobs: z.array(job),
    queue: z
      .object({ waiting: z.number().int(), active: z.number().int(), failed: z.number().int() })
      .nullable()
      .describe('The queue as Redis counts it; null while Redis does not answer'),
    workersAreThere: z.boolean().describe('Whether a worker numbers the journal at this moment'),
    now: instant(),
  }),
  errors: [],
  example: {},
})

const entry = () =>
  z.number().int().positive().max(Number.MAX_SAFE_INTEGER).describe('The number of the journal’s entry')

const failure = z.object({
  entry: entry(),
  happenedAt: instant().describe('When the fact happened that the work follows from'),
  what: z.string().describe('What the work follows from: the kind of the entry'),
  attempts: z.number().int(),
  stuck: z.boolean().describe('Whether it waits for a person'),
  error: z.string().nullable(),
})

export const listJobFailures = defineCall({
  id: 'admin.job-failures',
  method: 'GET',
  summary: 'Reactions of one kind that failed and are not done: those that wait for a person first.',
  access: 'panel',
  input: z.strictObject({ job: z.enum(jobNames), cursor: z.string().max(200).optional() }),
  output: answer({ failures: z.array(failure), nextCursor: z.string().nullable() }),
  errors: [],
  example: { job: 'citizens.keep-portrait' },
})

export const retryJob = defineCall({
  id: 'admin.retry-job',
  method: 'POST',
  summary: 'Has one failed reaction tried anew.',
  access: 'panel',
  input: z.strictObject({ adminId: actor(), job: z.enum(jobNames), entry: entry() }),
  output: answer({ job: z.enum(jobNames), entry: entry() }),
  errors: ['job_not_failed'],
  example: { job: 'citizens.keep-portrait', entry: 1 },
})

export const retryJobs = defineCall({
  id: 'admin.retry-jobs',
  method: 'POST',
  summary: 'Has all reactions of a kind that wait for a person tried anew, a thousand at a time.',
  access: 'panel',
  input: z.strictObject({ adminId: actor(), job: z.enum(jobNames) }),
  output: answer({ job: z.enum(jobNames), retried: z.number().int(), more: z.boolean() }),
  errors: [],
  example: { job: 'citizens.keep-portrait' },
})

export const giveUpJob = defineCall({
  id: 'admin.give-up-job',
  method: 'POST',
  summary: 'Gives one failed reaction up: it is not tried again. What the nation owes a citizen cannot be given up.',
  access: 'panel',
  input: z.strictObject({ adminId: actor(), job: z.enum(jobNames), entry: entry() }),
  output: answer({ job: z.enum(jobNames), entry: entry() }),
  errors: ['job_not_failed', 'job_is_owed'],
  example: { job: 'citizens.keep-portrait', entry: 1 },
})

export const pauseJob = defineCall({
  id: 'admin.pause-job',
  method: 'POST',
  summary:
    'Pauses a job, or lets it go on. What runs at this moment is finished; no worker begins it again while it is paused. Elections, the check of the books and erasures cannot be paused.',
  access: 'panel',
  input: z.strictObject({ adminId: actor(), job: z.enum(jobNames), paused: z.boolean() }),
  output: answer({ job: z.enum(jobNames), paused: z.boolean() }),
  errors: ['job_never_paused'],
  example: { job: 'citizens.keep-portrait', paused: true },
})

export const runJob = defineCall({
  id: 'admin.run-job',
  method: 'POST',
  summary: 'Asks for a run of timed work now. A run that has nothing to do changes nothing.',
  access: 'panel',
  input: z.strictObject({ adminId: actor(), job: z.enum(jobNames) }),
  output: answer({ job: z.enum(jobNames), askedAt: instant() }),
  errors: ['job_not_by_hand', 'job_is_paused'],
  example: { job: 'polls.close-due' },
})

export const workCalls = [
  listBackgroundWork,
  listJobs,
  listJobFailures,
  retryJob,
  retryJobs,
  giveUpJob,
  pauseJob,
  runJob,
] as const
