interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/**
 * A clock that moves when all work waits: ten minutes take as long as what is done in them. It stands still while anything
 * that was begun by `run` works, and then goes on to the next instant at which a sleeper wakes.
 */
export class SimulatedClock {
  #sleepers: Sleeper[] = []
  #working = 0
  #now: number
  #hasEnded = false

  constructor(begin: number) {
    this.#now = begin
  }

  /** Milliseconds, as `Date.now` has them. */
  readonly now = (): number => this.#now

  /** Does something, in which `sleep` and `aside` alone let time pass. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#working++
    try {
      return await work()
    } finally {
      this.#pause()
    }
  }

  /** Waits for others without keeping the time from passing. */
  async aside<T>(others: Promise<T>): Promise<T> {
    this.#pause()
    try {
      return await others
    } finally {
      this.#working++
    }
  }

  /** Sleeps so long, or until the signal is given. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.aside(
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const sleeper: Sleeper = { at: this.#now + ms, wake: done }
        this.#sleepers.push(sleeper)
        signal?.addEventListener('abort', done, { once: true })
        const leave = () => (this.#sleepers = this.#sleepers.filter((one) => one !== sleeper))
        function done(): void {
          leave()
          signal?.removeEventListener('abort', done)
          resolve()
        }
      }),
    )
  }

  /** It stands still from here on: who sleeps does not wake any more. */
  end(): void {
    this.#hasEnded = true
  }

  #pause(): void {
    this.#working--
    // What was resolved just now runs first: it may have something to do.
    setImmediate(() => this.#goOn())
  }

  #goOn(): void {
    if (this.#hasEnded || this.#working > 0 || this.#sleepers.length === 0) return
    const next = this.#sleepers.reduce((first, one) => (one.at < first.at ? one : first))
    this.#now = Math.max(this.#now, next.at)
    next.wake()
  }
}
