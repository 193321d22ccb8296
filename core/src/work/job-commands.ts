import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { jobRules, mostAttempts, type JobName } from '@nation/domain/work'
import { column, readFirst, write, type CitizenContext, type Context } from '../platform'

const retriedAtOnce = 1_000

/**
 * What it takes to have work tried anew: attempts begin again, and the relay hands it out at once, under a name that is new to the queue. What
 * a worker had begun and was killed at waits until nothing was heard of that run for 45 s.
 */
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
