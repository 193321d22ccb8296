import type { Locks } from '@nation/web/replica/testing'
import type { SimulatedClock } from './simulated-clock'

interface Waiting {
  readonly window: object
  readonly grant: () => void
  readonly refuse: (error: Error) => void
}

/** Web Locks of several windows: a window that is killed gives back what it held, and waits for nothing any more. */
export class WindowLocks {
  readonly #lines = new Map<string, Waiting[]>()

  constructor(private readonly clock: SimulatedClock) {}

  /** @param taken called whenever the window gets a lock */
  of(window: object, taken: () => void): Locks {
    return {
      exclusive: async (name, work, signal) => {
        const turn = this.#join(window, name, signal)
        await (this.#lines.get(name)!.length > 1 ? this.clock.aside(turn.come) : turn.come)
        taken()
        try {
          return await work()
        } finally {
          this.#leave(name, turn.waiting)
        }
      },
    }
  }

  kill(window: object): void {
    for (const [name, line] of this.#lines) {
      for (const waiting of line.filter((one) => one.window === window)) {
        waiting.refuse(new Error('This window is gone.'))
        this.#leave(name, waiting)
      }
    }
  }

  #join(window: object, name: string, signal?: AbortSignal) {
    const line = this.#lines.get(name) ?? []
    this.#lines.set(name, line)
    let waiting!: Waiting
    const come = new Promise<void>((grant, refuse) => (waiting = { window, grant, refuse }))
    line.push(waiting)
    if (line.length === 1) waiting.grant()
    const giveUp = () => {
      waiting.refuse(new Error('Its request was aborted.'))
      if (line[0] !== waiting) this.#leave(name, waiting)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    return { waiting, come }
  }

  #leave(name: string, waiting: Waiting): void {
    const line = this.#lines.get(name)!
    const at = line.indexOf(waiting)
    if (at < 0) return
    line.splice(at, 1)
    if (at === 0) line[0]?.grant()
  }
}
