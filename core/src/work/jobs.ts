import type { CallInput, CallOutput } from '@nation/domain/contract'
import { jobNames, jobRules, mostAttempts } from '@nation/domain/work'
import { column, readFirst, readRows, type Context, readCursor, writeCursor } from '../platform'
import { asked, hourOf, mayPause } from './job-notes'

type Job = CallOutput<'admin.jobs'>['jobs'][number]

/** So many open reactions of a kind are counted; of more it is said that there are more. */
const countedAtMost = 1_000
const shownHours = 24
const pageSize = 50

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
