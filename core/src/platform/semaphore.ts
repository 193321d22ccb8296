import { NationError } from '@nation/domain/errors'

/**
 * Limits how many pieces of work run at once, and how heavy they may be together. Further work waits in order; when too
 * much waits, more is refused.
 */
export class Semaphore {
  #running = 0
  #weight = 0
  readonly #waiting: { readonly weight: number; readonly start: () => void }[] = []

  /** `capacity`: how heavy the work that runs at once may be together, in the unit of the weights. Heavier work runs alone. */
  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
    private readonly capacity = Infinity,
  ) {}

  /** Whether so much work waits that more is refused. */
  get full(): boolean {
    return this.#waiting.length >= this.mostWaiting
  }

  /** Whether no work runs or waits. */
  get idle(): boolean {
    return this.#running === 0
  }

  /** @throws NationError `busy` when too many wait already */
  async run<T>(work: () => Promise<T>, weight = 0): Promise<T> {
    // New work never overtakes what waits, also where it would fit.
    if (this.#waiting.length === 0 && this.#fits(weight)) this.#begin(weight)
    else await this.#wait(weight)
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#weight -= weight
      for (let next = this.#waiting[0]; next && this.#fits(next.weight); next = this.#waiting[0]) {
        this.#waiting.shift()
        // Before it is resumed: other work may come before it runs on.
        this.#begin(next.weight)
        next.start()
      }
    }
  }

  #fits(weight: number): boolean {
    return this.#running === 0 || (this.#running < this.atOnce && this.#weight + weight <= this.capacity)
  }

  #begin(weight: number): void {
    this.#running += 1
    this.#weight += weight
  }

  #wait(weight: number): Promise<void> {
    if (this.full) throw new NationError('busy', { retryAfter: 5 })
    return new Promise((start) => this.#waiting.push({ weight, start }))
  }
}

/** A `Semaphore` for each key, such as a citizen. A key uses memory only while its work runs or waits. */
export class SemaphoreByKey {
  readonly #semaphores = new Map<string, Semaphore>()

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** @throws NationError `busy` when too much work of this key waits already */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const semaphore = this.#semaphores.get(key) ?? new Semaphore(this.atOnce, this.mostWaiting)
    this.#semaphores.set(key, semaphore)
    try {
      return await semaphore.run(work)
    } finally {
      if (semaphore.idle) this.#semaphores.delete(key)
    }
  }

  /** How many keys have running or waiting work. */
  get size(): number {
    return this.#semaphores.size
  }
}
