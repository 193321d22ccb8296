/**
 * Lets so many pieces of work run at once and keeps the others waiting in their order. Hashing a password takes a processor
 * for tens of milliseconds: however many guesses come, the rest of the API keeps its threads.
 */
export class Lane {
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(
    private readonly width: number,
    private readonly room: number,
  ) {}

  /** Whether so many wait already that a further request is refused with `busy`. */
  get isFull(): boolean {
    return this.#waiting.length >= this.room
  }

  /** Runs the work when it is its turn. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.width) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running++
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line, so that no newer request takes it.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
