import type { Logger } from '@nation/core/platform'
import type { OpenWork, ReactJobData } from '@nation/core/work'

/** How many reactions of one name may wait here at most: the others are handed out again in a minute. */
const mostBeside = 20

/**
 * Does some reactions that their queue did not take: a Redis that is full answers, but takes nothing, for as long as nobody makes
 * room. Those of one name are done one after the other. A job that the queue has taken after all finds them done or under way.
 */
export class Beside {
  readonly #open = new Map<string, OpenWork[]>()
  readonly #running = new Set<Promise<void>>()
  #stopped = false

  constructor(
    private readonly log: Logger,
    private readonly does: (job: ReactJobData) => Promise<void>,
  ) {}

  /** Does some of them, after those of this name that were left to it before. */
  start(name: string, work: readonly OpenWork[]): void {
    if (this.#stopped) return
    this.log.warn({ job: name, open: work.length }, 'Redis takes no work; some of it is done beside the queue')
    const before = this.#open.get(name)
    const some = work.slice(0, mostBeside - (before?.length ?? 0))
    if (before) {
      before.push(...some)
      return
    }
    this.#open.set(name, some)
    const running: Promise<void> = this.#doEach(name, some).finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Begins with no further one; resolves when those that run have ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#running)
  }

  async #doEach(name: string, open: OpenWork[]): Promise<void> {
    for (let one = open.shift(); one && !this.#stopped; one = open.shift()) {
      const { seq, handler } = one
      await this.does({ seq, handler }).catch((error: unknown) =>
        this.log.error({ job: name, data: { seq, handler }, err: error }, 'a job failed'),
      )
    }
    this.#open.delete(name)
  }
}
