import { setImmediate } from 'node:timers/promises'

/**
 * A read that many share. Calls in one turn of the event loop, or during a running read, share the next one: it begins after each of
 * these calls, so it sees everything that was committed before them. At most one runs at a time.
 */
export class SharedRead<T> {
  readonly #read: () => Promise<T>
  #running: Promise<unknown> = Promise.resolve()
  #next: Promise<T> | null = null

  constructor(read: () => Promise<T>) {
    this.#read = read
  }

  /** What a read answers that begins after this call. */
  get(): Promise<T> {
    this.#next ??= Promise.all([this.#running, setImmediate()]).then(() => {
      this.#next = null
      const read = this.#read()
      this.#running = read.catch(() => undefined)
      return read
    })
    return this.#next
  }
}
