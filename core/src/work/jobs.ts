import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { jobNames, jobRules, mostAttempts, type JobName } from '@nation/domain/work'
import {
  column,
  readFirst,
  readRows,
  write,
  type CitizenContext,
  type Context,
  readCursor,
  writeCursor,
} from '../platform'
import { asked, hourOf, mayPause } from './job-notes'

type Job = CallOutput<'admin.jobs'>['jobs'][number]

/** So many open reactions of a kind are counted; of more it is said that there are more. */
const countedAtMost = 1_000
const shownHours = 24
const pageSize = 50
const retriedAtOnce = 1_000

const reactionNames = jobNames.filter((name) => jobRules[name].kind === 'reaction')

/** `admin.jobs`, but for what Redis knows. */
export async function listJobs(ctx: Context): Promise<Omit<CallOutput<'admin.jobs'>, 'queue'>> {
  const [states, hours, waiting, stuck, there] = await Promise.all([
    statesOf(ctx),
    hoursOf(ctx),
    openWork(ctx, 'attempts < ?'),
    openWork(ctx, 'attempts >= ?'),
    workersAreThere(ctx),
  ])
  const oldest = await instantsOf(
    ctx,
    [...waiting.values()].map(({ first }) => first),
  )
  const jobs = jobNames.map((name): Job => {
    const [open, left] = [waiting.get(name), stuck.get(name)]
    return {
      name,
      kind: jobRules[name].kind,
      ...(states.get(name) ?? nothingYet),
      waiting: Math.min(open?.count ?? 0, countedAtMost),
      stuck: Math.min(left?.count ?? 0, countedAtMost),
      countsAreMinimums: Math.max(open?.count ?? 0, left?.count ?? 0) > countedAtMost,
      oldestWaitingAt: oldest.get(open?.first ?? 0)?.getTime() ?? null,
      hours: hours.filter((hour) => hour.name === name).map(({ at, done, failed }) => ({ at, done, failed })),
    }
  })
  return { success: true, jobs, workersAreThere: there, now: ctx.now().getTime() }
}

type State = Pick<
  Job,
  'pausedAt' | 'pausedBy' | 'nextAt' | 'askedAt' | 'lastDoneAt' | 'tookMs' | 'failures' | 'failedAt' | 'error'
>

const nothingYet: State = {
  pausedAt: null,
  pausedBy: null,
  nextAt: null,
  askedAt: null,
  lastDoneAt: null,
  tookMs: null,
  failures: 0,
  failedAt: null,
  error: null,
}

async function statesOf(ctx: Context): Promise<Map<string, State>> {
  const rows = await readRows(
    ctx.tx,
    {
      name: column.text,
      next_at: column.instant.nullable,
      asked_at: column.instant.nullable,
      done_at: column.instant.nullable,
      took_ms: column.integer.nullable,
      failures: column.integer,
      failed_at: column.instant.nullable,
      error: column.text.nullable,
      paused_at: column.instant.nullable,
      username: column.text.nullable,
    },
    `SELECT j.name, j.next_at, IF(${asked}, j.asked_at, NULL) AS asked_at, j.done_at, j.took_ms, j.failures,
       IF(j.error IS NULL, NULL, j.failed_at) AS failed_at, j.error, j.paused_at, c.username
     FROM jobs j LEFT JOIN citizens c ON c.id = j.paused_by`,
  )
  const at = (instant: Date | null) => instant?.getTime() ?? null
  return new Map(
    rows.map((row) => [
      row.name,
      {
        pausedAt: mayPause(row.name) ? at(row.paused_at) : null,
        pausedBy: mayPause(row.name) ? row.username : null,
        nextAt: at(row.next_at),
        askedAt: at(row.asked_at),
        lastDoneAt: at(row.done_at),
        tookMs: row.took_ms,
        failures: row.failures,
        failedAt: at(row.failed_at),
        error: row.error,
      },
    ]),
  )
}

async function hoursOf(ctx: Context) {
  const rows = await readRows(
    ctx.tx,
    { name: column.text, hour: column.instant, done: column.integer, failed: column.integer },
    'SELECT name, hour, done, failed FROM job_hours WHERE hour > ? ORDER BY hour',
    [new Date(hourOf(ctx.now()).getTime() - shownHours * 3_600_000)],
  )
  return rows.map(({ name, hour, done, failed }) => ({ name, at: hour.getTime(), done, failed }))
}

/**
 * How many reactions of each kind are open at so many attempts, and the first of them. What is counted has a bound; `first` is 0
 * when none is open, and above the bound: the index goes by attempts, so the first may not be among those that were counted.
 */
async function openWork(ctx: Context, attempts: 'attempts < ?' | 'attempts >= ?') {
  const part = `SELECT ? AS name, COUNT(*) AS n, MIN(seq) AS first FROM (
      SELECT seq FROM journal_work FORCE INDEX (ix_journal_work_handler)
      WHERE handler = ? AND done_at IS NULL AND ${attempts} LIMIT ${countedAtMost + 1}) AS open_work`
  const rows = await readRows(
    ctx.tx,
    { name: column.text, n: column.integer, first: column.integer.nullable },
    reactionNames.map(() => part).join(' UNION ALL '),
    reactionNames.flatMap((name) => [name, name, mostAttempts]),
  )
  return new Map(rows.map(({ name, n, first }) => [name, { count: n, first: n > countedAtMost ? 0 : (first ?? 0) }]))
}

async function instantsOf(ctx: Context, entries: readonly number[]): Promise<Map<number, Date>> {
  const rows = await readRows(
    ctx.tx,
    { seq: column.integer.present, at: column.instant },
    'SELECT seq, at FROM journal WHERE seq IN (?)',
    [entries.length > 0 ? entries : [0]],
  )
  return new Map(rows.map(({ seq, at }) => [seq, at]))
}

/** Whether a worker holds the sequencer's lease. Leases go by the machine's clock. */
async function workersAreThere(ctx: Context): Promise<boolean> {
  const row = await readFirst(
    ctx.tx,
    { expires_at: column.instant },
    `SELECT expires_at FROM leases WHERE name = 'sequencer'`,
  )
  return row !== undefined && row.expires_at.getTime() > Date.now()
}

/** `admin.job-failures`: those with the most attempts first, so that what waits for a person comes before what is tried by itself. */
export async function listJobFailures(
  ctx: Context,
  { job, cursor }: CallInput<'admin.job-failures'>,
): Promise<CallOutput<'admin.job-failures'>> {
  const [attempts, seq] = cursor === undefined ? [] : readCursor(cursor, 2)
  const rows = await readRows(
    ctx.tx,
    {
      seq: column.integer,
      attempts: column.integer,
      last_error: column.text.nullable,
      at: column.instant,
      kind: column.text,
    },
    `SELECT w.seq, w.attempts, w.last_error, j.at, j.kind
     FROM journal_work w FORCE INDEX (ix_journal_work_handler) JOIN journal j ON j.seq = w.seq
     WHERE w.handler = ? AND w.done_at IS NULL AND w.attempts >= 1
     ${cursor === undefined ? '' : 'AND w.attempts <= ? AND (w.attempts < ? OR w.seq < ?)'}
     ORDER BY w.attempts DESC, w.seq DESC LIMIT ${pageSize + 1}`,
    cursor === undefined ? [job] : [job, attempts, attempts, seq],
  )
  const page = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? page.at(-1) : undefined
  return {
    success: true,
    failures: page.map((row) => ({
      entry: row.seq,
      happenedAt: row.at.getTime(),
      what: row.kind,
      attempts: row.attempts,
      stuck: row.attempts >= mostAttempts,
      error: row.last_error,
    })),
    nextCursor: last ? writeCursor([last.attempts, last.seq]) : null,
  }
}

/** What it takes to have work tried anew: attempts begin again, the relay hands it out at once, under a name that is new to the queue. */
const anew = 'attempts = 0, nudged_at = NULL, last_error = NULL, retries = retries + 1'

/**
 * `admin.retry-job`: of two administrators who ask for the same one, one is refused, because it is no longer failed.
 * @throws NationError `job_not_failed`
 */
export async function retryJob(
  ctx: CitizenContext,
  { job, entry }: CallInput<'admin.retry-job'>,
): Promise<CallOutput<'admin.retry-job'>> {
  const { affectedRows } = await write(
    ctx.tx,
    `UPDATE journal_work SET ${anew} WHERE seq = ? AND handler = ? AND done_at IS NULL AND attempts >= 1`,
    [entry, job],
  )
  if (affectedRows !== 1) throw new NationError('job_not_failed')
  ctx.journal.add({ kind: 'admin.jobs-retried', actor: ctx.caller.uid, subject: job, facts: { job, count: 1, entry } })
  return { success: true, job, entry }
}

/** `admin.retry-jobs`: all that wait for a person, a thousand in one transaction. */
export async function retryJobs(
  ctx: CitizenContext,
  { job }: CallInput<'admin.retry-jobs'>,
): Promise<CallOutput<'admin.retry-jobs'>> {
  const { affectedRows: count } = await write(
    ctx.tx,
    `UPDATE journal_work SET ${anew} WHERE handler = ? AND done_at IS NULL AND attempts >= ?
     ORDER BY attempts, seq LIMIT ${retriedAtOnce}`,
    [job, mostAttempts],
  )
  if (count > 0) {
    const facts = { job, count, entry: null }
    ctx.journal.add({ kind: 'admin.jobs-retried', actor: ctx.caller.uid, subject: job, facts })
  }
  return { success: true, job, retried: count, more: count === retriedAtOnce }
}

/**
 * `admin.give-up-job`: it counts as done from now on; its last failure stays readable in the row until housekeeping.
 * @throws NationError `job_is_owed`, `job_not_failed`
 */
export async function giveUpJob(
  ctx: CitizenContext,
  { job, entry }: CallInput<'admin.give-up-job'>,
): Promise<CallOutput<'admin.give-up-job'>> {
  if (!jobRules[job].mayBeGivenUp) throw new NationError('job_is_owed')
  const { affectedRows } = await write(
    ctx.tx,
    'UPDATE journal_work SET done_at = ? WHERE seq = ? AND handler = ? AND done_at IS NULL AND attempts >= 1',
    [ctx.now(), entry, job],
  )
  if (affectedRows !== 1) throw new NationError('job_not_failed')
  ctx.journal.add({ kind: 'admin.job-given-up', actor: ctx.caller.uid, subject: job, facts: { job, entry } })
  return { success: true, job, entry }
}

/**
 * `admin.pause-job`: says nothing when it is so already. What was handed out while it was paused is handed out again at once.
 * @throws NationError `job_never_paused`
 */
export async function pauseJob(
  ctx: CitizenContext,
  { job, paused }: CallInput<'admin.pause-job'>,
): Promise<CallOutput<'admin.pause-job'>> {
  if (paused && !jobRules[job].mayBePaused) throw new NationError('job_never_paused')
  await ctx.tx.query('INSERT INTO jobs (name) VALUES (?) ON DUPLICATE KEY UPDATE name = name', [job])
  const { affectedRows } = await write(
    ctx.tx,
    `UPDATE jobs SET paused_at = ?, paused_by = ? WHERE name = ? AND paused_at IS ${paused ? 'NULL' : 'NOT NULL'}`,
    [paused ? ctx.now() : null, paused ? ctx.caller.id : null, job],
  )
  if (affectedRows === 0) return { success: true, job, paused }
  if (!paused) await handOutAgain(ctx, job)
  ctx.journal.add({ kind: 'admin.job-paused', actor: ctx.caller.uid, subject: job, facts: { job, paused } })
  return { success: true, job, paused }
}

async function handOutAgain(ctx: Context, job: JobName): Promise<void> {
  await ctx.tx.query(
    `UPDATE journal_work SET nudged_at = NULL, retries = retries + 1
     WHERE handler = ? AND done_at IS NULL AND attempts < ? AND nudged_at IS NOT NULL
     ORDER BY attempts, seq LIMIT ${retriedAtOnce}`,
    [job, mostAttempts],
  )
}

/**
 * `admin.run-job`: a worker begins it within a second or two.
 * @throws NationError `job_not_by_hand`, `job_is_paused`
 */
export async function runJob(
  ctx: CitizenContext,
  { job }: CallInput<'admin.run-job'>,
): Promise<CallOutput<'admin.run-job'>> {
  if (!jobRules[job].runsByHand) throw new NationError('job_not_by_hand')
  await ctx.tx.query('INSERT INTO jobs (name) VALUES (?) ON DUPLICATE KEY UPDATE name = name', [job])
  const row = await readFirst(
    ctx.tx,
    { paused_at: column.instant.nullable },
    'SELECT paused_at FROM jobs WHERE name = ? FOR UPDATE',
    [job],
  )
  if (row?.paused_at) throw new NationError('job_is_paused')
  const askedAt = ctx.now()
  await ctx.tx.query('UPDATE jobs SET asked_at = ? WHERE name = ?', [askedAt, job])
  ctx.journal.add({ kind: 'admin.job-asked', actor: ctx.caller.uid, subject: job, facts: { job } })
  return { success: true, job, askedAt: askedAt.getTime() }
}
