import type { TimedJob } from '@nation/core/work'
import type { Logger, Runtime } from '@nation/core/platform'

/** Hands a job to the queue; false when Redis does not take it. */
export type Enqueue = (job: TimedJob, dueAt: Date) => Promise<boolean>

/** Long work that runs in this process beside the queue, each piece of it once at a time. */
export class Background {
  readonly #running = new Map<string, Promise<void>>()

  constructor(private readonly log: Logger) {}

  /** Starts a job unless it runs here already. What fails is logged; the next tick tries again. */
  start(job: TimedJob, runtime: Runtime): void {
    if (this.#running.has(job.name)) return
    const running = job
      .run(runtime)
      .catch((error: unknown) => this.log.error({ job: job.name, err: error }, 'a job failed'))
      .finally(() => this.#running.delete(job.name))
    this.#running.set(job.name, running)
  }

  /** Resolves when what runs now has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values())
  }
}

/**
 * Asks MySQL what is due and hands it to the queue. While Redis is away the work is done here: a nation whose Monday
 * depends on a cache would not be one. Doing it twice changes nothing, so nobody has to be sure who did it.
 */
export async function dueTick(
  runtime: Runtime,
  jobs: readonly TimedJob[],
  enqueue: Enqueue,
  log: Logger,
  background: Background,
): Promise<void> {
  for (const job of jobs) {
    const now = runtime.clock.now()
    const dueAt = await job.dueAt(runtime.database, now)
    if (dueAt === null || dueAt.getTime() > now.getTime()) continue
    if (job.long) {
      background.start(job, runtime)
      continue
    }
    if (await enqueue(job, dueAt)) continue
    log.warn({ job: job.name }, 'Redis does not answer; the job runs without the queue')
    await job.run(runtime)
  }
}
