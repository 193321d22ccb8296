import { setImmediate } from 'node:timers/promises'
import type { EventWindow } from './event-window'
import type { Position } from './event-hub'

/** The bytes that a listener gets in one turn. */
export const pageBytes = 64 * 1024

/**
 * Sends older entries to listeners. In this process one page is sent at a time. Waiting listeners take turns by network, so a
 * network with many streams delays only itself; between two pages the process answers other requests. A listener that does not
 * read its page delays no other: it gets its next turn when it has read it.
 */
export class Replays {
  /** The waiting listeners, by network, in the order of the turns. */
  readonly #lines = new Map<string, Position[]>()
  readonly #window: () => EventWindow
  readonly #goLive: (position: Position) => void
  #running = false

  constructor(window: () => EventWindow, goLive: (position: Position) => void) {
    this.#window = window
    this.#goLive = goLive
  }

  /** Waits for a turn. */
  add(position: Position): void {
    const { network } = position.listener
    const line = this.#lines.get(network)
    if (line) line.push(position)
    else this.#lines.set(network, [position])
    if (!this.#running) void this.#run()
  }

  async #run(): Promise<void> {
    this.#running = true
    for (;;) {
      const position = this.#next()
      if (!position) break
      if (!position.listener.left()) this.#turn(position)
      await setImmediate()
    }
    this.#running = false
  }

  /** The first listener of the next network; that network moves to the end. */
  #next(): Position | undefined {
    for (const [network, line] of this.#lines) {
      const position = line.shift()
      this.#lines.delete(network)
      if (line.length > 0) this.#lines.set(network, line)
      if (position) return position
    }
    return undefined
  }

  #turn(position: Position): void {
    const { listener } = position
    const window = this.#window()
    if (position.seq < window.oldest) {
      // It read so slowly that the next entries are no longer in the window.
      position.seq = window.head
      listener.deliver(placeFrame('reset', window.head))
    } else {
      const { frames, upTo } = window.page(position.seq, listener.caller(), pageBytes)
      position.seq = upTo
      if (frames.length > 0) listener.deliver(frames)
    }
    if (position.seq >= window.head) this.#goLive(position)
    else
      listener.taken().then(
        () => this.add(position),
        () => listener.end(),
      )
  }
}

/**
 * The first event of a stream: the number after which it contains everything. `reset` means that earlier entries were missed.
 */
export function placeFrame(kind: 'attached' | 'reset', seq: number): Buffer {
  return Buffer.from(`event: ${kind}\nid: ${seq}\ndata: ${JSON.stringify({ seq })}\n\n`)
}
