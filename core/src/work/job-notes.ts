import { isJobName, jobRules, type JobName } from '@nation/domain/work'
import { column, readRows, type Queries, type Runtime } from '../platform'

/** What people have said of a job: workers look before they begin it. */
export interface JobOrders {
  readonly paused: boolean
  /** When a run was asked for that has not ended yet. */
  readonly askedAt: Date | null
}

const none: JobOrders = { paused: false, askedAt: null }

/** A question whether a job may run, and whether an administrator asked for it. */
export type Orders = (name: string) => JobOrders

/** Whether a pause of this job counts. One that is in the table of a job that is never paused holds no worker up. */
export const mayPause = (name: string): boolean => isJobName(name) && jobRules[name].mayBePaused

/** Reads what people have said of the jobs: one small statement for all of them. */
export async function readOrders(database: Queries): Promise<Orders> {
  const rows = await readRows(
    database,
    { name: column.text, paused: column.flag, asked_at: column.instant.nullable },
    `SELECT name, paused_at IS NOT NULL AS paused, IF(${asked}, asked_at, NULL) AS asked_at FROM jobs
     WHERE paused_at IS NOT NULL OR asked_at IS NOT NULL`,
  )
  const orders = new Map(
    rows.map((row) => [row.name, { paused: row.paused && mayPause(row.name), askedAt: row.asked_at }]),
  )
  return (name) => orders.get(name) ?? none
}

/** A run was asked for, and none has begun after that and ended. */
export const asked = 'asked_at IS NOT NULL AND (started_at IS NULL OR started_at < asked_at)'

/**
 * Keeps when timed work is due next: only what has changed is written, one after the other on one connection. One of these
 * belongs to one worker.
 */
export class NextRuns {
  readonly #known = new Map<string, number | 'now' | null>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(private readonly database: Queries) {}

  /**
   * Notes it after all that was noted before. What fails is written with the next note of the same job.
   * @throws whatever the database throws
   */
  async note(name: string, dueAt: Date | null, now: Date): Promise<void> {
    const next = dueAt === null ? null : dueAt.getTime() <= now.getTime() ? 'now' : dueAt.getTime()
    if (this.#known.get(name) === next) return
    // Known before it is written: a tick that comes while the database waits does not ask a second time.
    this.#known.set(name, next)
    const written = this.#last.then(() => this.#write(name, next === 'now' ? now : dueAt))
    this.#last = written.catch(() => {
      if (this.#known.get(name) === next) this.#known.delete(name)
    })
    await written
  }

  async #write(name: string, at: Date | null): Promise<void> {
    await this.database.query(
      'INSERT INTO jobs (name, next_at) VALUES (?, ?) ON DUPLICATE KEY UPDATE next_at = VALUES(next_at)',
      [name, at],
    )
  }
}

/** An hour's beginning. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000)

/**
 * Does a job and notes how it went: its last run, and one more in the figures of the hour. `work` answers `false` when another
 * worker does it already; then nothing is noted. The notes are for people: they are made after the work's own transaction, so a
 * worker that is killed between the two leaves a run uncounted, and a note that cannot be made fails no work.
 * @throws whatever the work throws
 */
export async function noted(runtime: Runtime, name: string, work: () => Promise<unknown>): Promise<void> {
  const { clock } = runtime
  const from = clock.now()
  const since = performance.now()
  const took = () => Math.round(performance.now() - since)
  try {
    if ((await work()) === false) return
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    await note(runtime, name, { from, at: clock.now(), tookMs: took(), error: sentence.slice(0, 500) })
    throw error
  }
  await note(runtime, name, { from, at: clock.now(), tookMs: took(), error: null })
}

interface Run {
  readonly from: Date
  readonly at: Date
  readonly tookMs: number
  readonly error: string | null
}

async function note({ database }: Runtime, name: string, { from, at, tookMs, error }: Run): Promise<void> {
  if (!isJobName(name)) return
  const well = error === null
  try {
    await database.query(
      `INSERT INTO job_hours (name, hour, done, failed, busy_ms) VALUES (?, ?, ?, ?, ?)
       ON DUPLICATE KEY UPDATE done = done + VALUES(done), failed = failed + VALUES(failed),
         busy_ms = busy_ms + VALUES(busy_ms)`,
      [name, hourOf(at), well ? 1 : 0, well ? 0 : 1, tookMs],
    )
    await database.query(
      `INSERT INTO jobs (name, started_at, took_ms, ${well ? 'done_at' : 'failed_at'}, failures, error)
       VALUES (?, ?, ?, ?, ?, ?)
       ON DUPLICATE KEY UPDATE started_at = GREATEST(COALESCE(started_at, VALUES(started_at)), VALUES(started_at)),
         took_ms = VALUES(took_ms),
         ${well ? 'done_at = VALUES(done_at), failures = 0' : 'failed_at = VALUES(failed_at), failures = failures + 1'},
         error = VALUES(error)`,
      [name, from, tookMs, at, well ? 0 : 1, error],
    )
  } catch {
    // The work is what matters; the loops say when the database is away.
  }
}

/** The names of jobs that are paused. */
export async function pausedJobs(database: Queries): Promise<readonly JobName[]> {
  const rows = await readRows(database, { name: column.text }, 'SELECT name FROM jobs WHERE paused_at IS NOT NULL')
  return rows
    .map(({ name }) => name)
    .filter(isJobName)
    .filter(mayPause)
}
