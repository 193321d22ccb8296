import { entriesAfter, entryFor, headChannel, journalHead, type JournalEntry } from '@nation/core/journal'
import type { Caller, Logger } from '@nation/core/platform'
import type { Redis } from 'ioredis'
import type { DataSource } from 'typeorm'

/** One listener: told of every entry that it may see, in order, each once. */
export interface Listener {
  readonly caller: () => Caller
  readonly deliver: (entry: JournalEntry, frame: Buffer) => void
  /** Resolves when what was delivered has been passed on. */
  readonly taken: () => Promise<void>
  /** Whether it has gone. */
  readonly left: () => boolean
  /** Ends it from the server's side. */
  readonly end: () => void
}

/** How far a listener has come; it may be ahead of this process, which another one has told already. */
interface Position {
  readonly listener: Listener
  seq: number
}

const pageSize = 500
/** With Redis away, the journal is asked this often. */
const pollMs = 1_000

/**
 * Follows the journal by its numbers and hands new entries to all listeners of this process. Redis only makes it prompt:
 * the numbers in MySQL are what it follows, so nothing is missed while Redis is away.
 */
export class EventHub {
  readonly #listeners = new Map<Listener, Position>()
  readonly #database: DataSource
  readonly #log: Logger
  #head = 0
  #following: Promise<void> | null = null
  #again = false
  #timer: NodeJS.Timeout | undefined

  constructor(database: DataSource, log: Logger) {
    this.#database = database
    this.#log = log
  }

  /** Begins to follow, from the newest entry on. */
  async start(subscriber: Redis): Promise<void> {
    this.#head = await journalHead(this.#database)
    subscriber.on('message', () => this.follow())
    subscriber.subscribe(headChannel).catch(() => undefined)
    this.#timer = setInterval(() => this.follow(), pollMs)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    for (const listener of this.#listeners.keys()) listener.end()
    this.#listeners.clear()
  }

  get listeners(): number {
    return this.#listeners.size
  }

  /** Reads what is new, one reader at a time. */
  follow(): void {
    if (this.#following) {
      this.#again = true
      return
    }
    this.#following = this.#drain()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the journal could not be read; trying again shortly'))
      .finally(() => {
        this.#following = null
        if (this.#again) {
          this.#again = false
          this.follow()
        }
      })
  }

  /**
   * Listens, from the entry after `after` on (a number that is not there yet means from now on): what was missed is read
   * from MySQL first, page by page as fast as the listener takes it, and no further once it has left. It is attached at a
   * number that the hub has already passed, so that no entry falls between.
   */
  async listen(listener: Listener, after: number | undefined): Promise<void> {
    const seq = after === undefined ? this.#head : Math.min(after, await journalHead(this.#database))
    const position: Position = { listener, seq }
    while (position.seq < this.#head && !listener.left()) {
      const page = await entriesAfter(this.#database, position.seq, pageSize)
      if (page.length === 0) break
      for (const entry of page) hand(position, entry, frameOf(entry))
      await listener.taken()
    }
    if (!listener.left()) this.#listeners.set(listener, position)
  }

  /** Stops listening. */
  leave(listener: Listener): void {
    this.#listeners.delete(listener)
  }

  async #drain(): Promise<void> {
    for (;;) {
      const page = await entriesAfter(this.#database, this.#head, pageSize)
      for (const entry of page) {
        const frame = frameOf(entry)
        this.#head = entry.seq
        for (const position of this.#listeners.values()) hand(position, entry, frame)
      }
      if (page.length < pageSize) return
    }
  }
}

function hand(position: Position, entry: JournalEntry, frame: Buffer): void {
  if (entry.seq <= position.seq) return
  position.seq = entry.seq
  const { listener } = position
  const seen = entryFor(listener.caller(), entry)
  if (seen) listener.deliver(seen, seen === entry ? frame : frameOf(seen))
}

/** One server-sent event; made once for all who get it. */
function frameOf(entry: JournalEntry): Buffer {
  const { seq, kind, subject, facts, at } = entry
  return Buffer.from(`id: ${seq}\ndata: ${JSON.stringify({ seq, kind, subject, facts, at: at.getTime() })}\n\n`)
}
