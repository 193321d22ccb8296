import type { Logger } from '@nation/core/platform'
import type { OpenWork, ReactJobData } from '@nation/core/work'

/** How many reactions of one name are done beside their queue in a minute: the others are handed out again then. */
const mostBeside = 20

/**
 * Does some reactions that their queue did not take: a Redis that is full answers, but takes nothing, for as long as nobody makes
 * room. Those of one name are done one after the other. A job that the queue has taken after all finds them done or under way.
 */
export class Beside {
  readonly #running = new Map<string, Promise<void>>()
  #stopped = false

  constructor(
    private readonly log: Logger,
    private readonly does: (job: ReactJobData) => Promise<void>,
  ) {}

  /** Begins with some of them, unless others of this name are being done. */
  start(name: string, work: readonly OpenWork[]): void {
    if (this.#stopped || this.#running.has(name)) return
    this.log.warn({ job: name, open: work.length }, 'Redis takes no work; some of it is done beside the queue')
    const running = this.#doEach(name, work.slice(0, mostBeside)).finally(() => this.#running.delete(name))
    this.#running.set(name, running)
  }

  /** Begins with no further one; resolves when those that run have ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#running.values())
  }

  async #doEach(name: string, work: readonly OpenWork[]): Promise<void> {
    for (const { seq, handler } of work) {
      if (this.#stopped) return
      await this.does({ seq, handler }).catch((error: unknown) =>
        this.log.error({ job: name, data: { seq, handler }, err: error }, 'a job failed'),
      )
    }
  }
}
