import type { TimedJob } from '@nation/core/work'
import type { Logger, Runtime } from '@nation/core/platform'

/** Hands a job to the queue; false when Redis does not take it. */
export type Enqueue = (job: TimedJob, dueAt: Date) => Promise<boolean>

/**
 * Asks MySQL what is due and hands it to the queue. While Redis is away the work is done here: a nation whose Monday
 * depends on a cache would not be one. Doing it twice changes nothing, so nobody has to be sure who did it.
 */
export async function dueTick(
  runtime: Runtime,
  jobs: readonly TimedJob[],
  enqueue: Enqueue,
  log: Logger,
): Promise<void> {
  for (const job of jobs) {
    const now = runtime.clock.now()
    const dueAt = await job.dueAt(runtime.database, now)
    if (dueAt === null || dueAt.getTime() > now.getTime()) continue
    if (await enqueue(job, dueAt)) continue
    log.warn({ job: job.name }, 'Redis does not answer; the job runs without the queue')
    await job.run(runtime)
  }
}
