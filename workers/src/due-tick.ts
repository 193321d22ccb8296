import { noted, type NextRuns, type Orders, type TimedJob } from '@nation/core/work'
import type { Logger, Runtime } from '@nation/core/platform'
import type { DataSource } from 'typeorm'

/** Hands a job to the queue. `refused`: Redis does not take it. `late`: the queue has it, but no worker takes it from there. */
export type Enqueue = (job: TimedJob, dueAt: Date) => Promise<'handed' | 'late' | 'refused'>

/** Timed work that runs in this process, each job once at a time, whoever began it: the queue, or the tick beside it. */
export class Background {
  readonly #running = new Map<string, Promise<void>>()

  constructor(private readonly log: Logger) {}

  /** Does a job to its end, unless it runs here already. @throws whatever the job throws */
  async once(job: TimedJob, runtime: Runtime): Promise<void> {
    if (this.#running.has(job.name)) return
    const running = noted(runtime, job.name, () => job.run(runtime)).finally(() => this.#running.delete(job.name))
    this.#running.set(job.name, running)
    await running
  }

  /** Starts a job unless it runs here already. What fails is logged; the next tick tries again. */
  start(job: TimedJob, runtime: Runtime): void {
    void this.once(job, runtime).catch((error: unknown) =>
      this.log.error({ job: job.name, err: error }, 'a job failed'),
    )
  }

  /** Resolves when what runs now has ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running.values())
  }
}

/** What a tick works with. */
export interface TickParts {
  readonly enqueue: Enqueue
  readonly background: Background
  /** Reads what people have said: paused work waits, and what was asked for runs although it is not due. */
  readonly orders: () => Promise<Orders>
  readonly next: NextRuns
  /** Where it is asked what is due, which takes no time. Work has connections of its own, as its statements may be long. */
  readonly looks: DataSource
}

/**
 * Asks MySQL what is due and hands it to the queue. While Redis is away the work is done here, and so is what waits in the queue
 * for seconds: a nation whose Monday depends on a cache would not be one. Doing it twice changes nothing, so no process has to
 * be sure that it is the only one.
 * A tick may last as long as the work that it does: pauses are read again before each job that is begun here. A job that fails
 * keeps none that comes after it from its turn.
 */
export async function dueTick(
  runtime: Runtime,
  jobs: readonly TimedJob[],
  parts: TickParts,
  log: Logger,
): Promise<void> {
  const atFirst = await parts.orders()
  for (const job of jobs) {
    await turnOf(job, atFirst(job.name), runtime, parts, log).catch((error: unknown) =>
      log.error({ job: job.name, err: error }, 'a job failed; the tick goes on with the next one'),
    )
  }
}

async function turnOf(
  job: TimedJob,
  { paused, askedAt }: ReturnType<Orders>,
  runtime: Runtime,
  { enqueue, background, orders, next, looks }: TickParts,
  log: Logger,
): Promise<void> {
  const isPaused = async () => (await orders())(job.name).paused
  const now = runtime.clock.now()
  const due = await job.dueAt(looks, now)
  // For people only: no work waits for it.
  void next
    .note(job.name, due, now)
    .catch((error: unknown) => log.warn({ job: job.name, err: error }, 'could not store when the job is due next'))
  const dueAt = askedAt ?? due
  if (paused || dueAt === null || dueAt.getTime() > now.getTime()) return
  if (job.long) {
    if (!(await isPaused())) background.start(job, runtime)
    return
  }
  const outcome = await enqueue(job, dueAt)
  if (outcome === 'handed' || (await isPaused())) return
  if (outcome === 'late') {
    log.warn({ job: job.name }, 'no worker takes the job from the queue; it runs beside it')
    background.start(job, runtime)
    return
  }
  log.warn({ job: job.name }, 'Redis does not answer; the job runs without the queue')
  await background.once(job, runtime)
}
