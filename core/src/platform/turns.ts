import { NationError } from '@nation/domain/errors'

/** Limits how many pieces of work run at once (semaphore). Further work waits in order; when too much waits, more is refused. */
export class Turns {
  #busy = 0
  readonly #waiting: (() => void)[] = []

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** Whether no work runs or waits. */
  get idle(): boolean {
    return this.#busy === 0
  }

  /** @throws NationError `busy` when too many wait already */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy < this.atOnce) this.#busy += 1
    else await this.#wait()
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // The turn passes directly to the next in the queue, so that new work cannot overtake it.
      if (next) next()
      else this.#busy -= 1
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= this.mostWaiting) throw new NationError('busy', { retryAfter: 5 })
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

/** A `Turns` for each key, such as a citizen. A key uses memory only while its work runs or waits. */
export class TurnsByKey {
  readonly #turns = new Map<string, Turns>()

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** @throws NationError `busy` when too much work of this key waits already */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turns = this.#turns.get(key) ?? new Turns(this.atOnce, this.mostWaiting)
    this.#turns.set(key, turns)
    try {
      return await turns.take(work)
    } finally {
      if (turns.idle) this.#turns.delete(key)
    }
  }

  /** How many keys have running or waiting work. */
  get size(): number {
    return this.#turns.size
  }
}
