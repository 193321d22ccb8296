import { NationError } from '@nation/domain/errors'

/**
 * Lets a few do something at once while the others wait their turn, and turns away who would wait too long: pictures take
 * memory while they are unpacked, and there is only so much of it.
 */
export class Turns {
  #busy = 0
  readonly #waiting: (() => void)[] = []

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** @throws NationError `busy` when too many wait already */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy < this.atOnce) this.#busy += 1
    else await this.#wait()
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // A turn is handed on, not given back: nobody overtakes who waits.
      if (next) next()
      else this.#busy -= 1
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= this.mostWaiting) throw new NationError('busy', { retryAfter: 5 })
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
