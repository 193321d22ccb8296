import { isErasure } from '@nation/core/membership'
import { entriesAfter, headChannel, journalHead, type JournalEntry } from '@nation/core/journal'
import { type Visibility, subscribed, type Caller, type Clock, type Logger } from '@nation/core/platform'
import { NationError } from '@nation/domain/errors'
import { eventOf } from '@nation/domain/events'
import type { Redis } from 'ioredis'
import type { DataSource } from 'typeorm'
import { EventWindow, passingFrame, windowLimits, type WindowLimits } from './event-window'
import { Listeners, type Content } from './listeners'
import { placeFrame, Replays } from './replays'

/** One listener: told of every entry that it may see, in order, each once. */
export interface Listener {
  readonly caller: () => Caller
  /** Those of one network (or citizen) share its turns while they are told what they missed. */
  readonly network: string
  readonly deliver: (frames: Buffer) => void
  /** Resolves when what was delivered has been passed on. */
  readonly taken: () => Promise<void>
  /** Whether it has gone. */
  readonly left: () => boolean
  /** Ends it from the server's side. */
  readonly end: () => void
}

/** How far a listener has come that is told what it missed. */
export interface Position {
  readonly listener: Listener
  seq: number
}

/** Looks up again who listeners are. */
export interface Standings {
  /** Notes whom these entries concern: each of them may have ended a session or changed a role. */
  readonly note: (entries: readonly JournalEntry[]) => void
  /**
   * Resolves when those who were noted are known as they are now. It throws when that cannot be read; what was noted stays
   * noted then.
   */
  readonly look: () => Promise<void>
  /** Resolves when these listeners are known as they are now. It throws when that cannot be read. */
  readonly confirm: (listeners: ReadonlySet<Listener>) => Promise<void>
}

/** Reads what is attached to entries at the moment of their delivery, by their numbers. */
export interface Contents {
  readonly has: (entry: JournalEntry) => boolean
  readonly read: (entries: readonly JournalEntry[]) => Promise<ReadonlyMap<number, Content>>
}

const noContents: Contents = { has: () => false, read: () => Promise.resolve(new Map()) }
/** Whom no look-up can take anything from: whoever listens as a citizen may read what all citizens may. */
const heardByAll: readonly string[] = ['public', 'citizens']

const pageSize = 500
/** With Redis away, the journal is asked this often. */
const pollMs = 1_000

/**
 * Follows the journal by its numbers and hands new entries to all listeners of this process. Redis only makes it prompt:
 * the numbers in the database are what it follows, so nothing is missed while Redis is away. The newest entries are kept
 * in memory, encoded once: what a listener missed is read there (decision 45).
 */
export class EventHub {
  readonly #live = new Listeners()
  #standings: Standings = { note: () => undefined, look: () => Promise.resolve(), confirm: () => Promise.resolve() }
  readonly #database: DataSource
  readonly #clock: Pick<Clock, 'now'>
  readonly #log: Logger
  readonly #limits: WindowLimits
  readonly #contents: Contents
  readonly #replays = new Replays(
    () => this.#window,
    ({ listener }) => this.#live.add(listener),
  )
  #window: EventWindow
  #following: Promise<boolean> | null = null
  #again = false
  #timer: NodeJS.Timeout | undefined

  constructor(
    database: DataSource,
    clock: Pick<Clock, 'now'>,
    log: Logger,
    limits = windowLimits,
    contents: Contents = noContents,
  ) {
    this.#contents = contents
    this.#database = database
    this.#clock = clock
    this.#log = log
    this.#limits = limits
    this.#window = new EventWindow(0, limits)
  }

  /** Begins to follow. When it resolves, the window is filled and, where Redis answers, news of the journal arrive. */
  async start(subscriber: Redis): Promise<void> {
    this.#window = await this.#read((await journalHead(this.#database)) - this.#limits.entries)
    subscriber.on('message', (channel) => {
      if (channel === headChannel) this.follow()
    })
    await subscribed(subscriber, headChannel)
    this.follow()
    this.#timer = setInterval(() => this.follow(), pollMs)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    for (const listener of this.#live) listener.end()
    this.#live.clear()
  }

  get listeners(): number {
    return this.#live.size
  }

  /** Reads what is new, one reader at a time. */
  follow(): void {
    if (this.#following) {
      this.#again = true
      return
    }
    this.#following = this.#drain()
      .then(
        () => true,
        (error: unknown) => {
          this.#log.warn({ err: error }, 'could not read the journal; retrying')
          return false
        },
      )
      .finally(() => {
        this.#following = null
        if (this.#again) {
          this.#again = false
          this.follow()
        }
      })
  }

  /**
   * Attaches a listener behind the entry `after`, or behind the newest one. When this resolves, the listener has been told
   * its place and hears of every later entry: `attached` names the number, and what was missed follows. `reset` is sent
   * instead when that number is too old, or of another journal (a database that was restored): then it hears what comes
   * from now on, and reads anew what it had read before.
   * @throws NationError `busy` when the database does not say whether the number is there
   */
  async listen(listener: Listener, after: number | undefined): Promise<void> {
    // Another process may have told it of an entry that this one has yet to read.
    if (after !== undefined && after > this.#window.head && !(await this.#caughtUp())) {
      throw new NationError('busy', { retryAfter: 2 })
    }
    if (listener.left()) return
    const { head, oldest } = this.#window
    const known = after === undefined || (after >= oldest && after <= head)
    const position: Position = { listener, seq: known ? (after ?? head) : head }
    listener.deliver(placeFrame(known ? 'attached' : 'reset', position.seq))
    if (position.seq === head) this.#live.add(listener)
    else this.#replays.add(position)
  }

  /** Who the listener is has changed: from now on it hears what it may hear now. */
  rescope(listener: Listener): void {
    this.#live.rescope(listener)
  }

  /** Who looks up listeners again before anything is told that was written after their session or role changed. */
  followStandings(standings: Standings): void {
    this.#standings = standings
  }

  /**
   * Tells those who hear an audience, or some citizens, something that is kept nowhere; not its own cause. It is in no order with the
   * journal, so those who hear what only some roles may are looked up first. When they cannot be, nothing is told. Citizens who
   * are named hear it whatever their role is, as long as their session has not ended.
   */
  async tellPassing(to: Visibility | readonly string[], kind: string, facts: object, except: string): Promise<void> {
    try {
      const isGuarded = typeof to === 'string' && !heardByAll.includes(to)
      await this.#confirm(isGuarded ? this.#live.passingTo(to, except) : [])
    } catch (error) {
      this.#log.warn({ err: error, kind }, 'could not read the rights of listeners; a transient event is not sent')
      return
    }
    const frame = passingFrame(this.#window.head, this.#clock.now(), kind, facts)
    for (const listener of this.#live.passingTo(to, except)) listener.deliver(frame)
  }

  /** Stops listening. */
  leave(listener: Listener): void {
    this.#live.delete(listener)
  }

  /** Resolves when all that was numbered before this call has been read; false when it could not be. */
  async #caughtUp(): Promise<boolean> {
    // The reading under way may have begun before the number was there.
    if (this.#following) await this.#following
    this.follow()
    return this.#following ?? false
  }

  async #drain(): Promise<void> {
    // A look-up that failed comes first: nothing more is told before it.
    await this.#standings.look()
    for (;;) {
      const page = await entriesAfter(this.#database, this.#window.head, pageSize)
      // An entry that ends a session or changes a role has a lower number than all that was written after its commit. So
      // listeners are looked up again between it and what follows, once for all such entries of the page.
      const first = page.findIndex(({ kind }) => eventOf(kind)?.standing !== undefined)
      await this.#tell(first < 0 ? page : page.slice(0, first + 1))
      if (first >= 0) {
        this.#standings.note(page.slice(first))
        await this.#standings.look()
        await this.#tell(page.slice(first + 1))
      }
      if (page.length < pageSize) break
    }
    this.#window.trim(this.#clock.now())
  }

  async #tell(entries: readonly JournalEntry[]): Promise<void> {
    const contents = await this.#attached(entries)
    for (const entry of entries) this.#live.tell(this.#window.push(entry), entry, contents.get(entry.seq))
    if (entries.some(isErasure)) await this.#readAnew()
  }

  /**
   * What is attached to entries that somebody here may hear, read once for all of them. Those who hear what not all citizens may
   * are looked up after that: so what is delivered is for whom it reaches, as both are now. While the contents cannot be read,
   * entries are told without them, and clients read what they tell of.
   */
  async #attached(entries: readonly JournalEntry[]): Promise<ReadonlyMap<number, Content>> {
    const full = entries.filter((entry) => this.#contents.has(entry) && !isEmpty(this.#live.audienceOf(entry)))
    if (full.length === 0) return new Map()
    const contents = await this.#contents.read(full).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'could not read the contents of events; sending the events without them')
      return new Map<number, Content>()
    })
    const guarded = full.filter(({ visibility }) => !heardByAll.includes(visibility))
    await this.#confirm(guarded.flatMap((entry) => [...this.#live.audienceOf(entry)]))
    return contents
  }

  async #confirm(listeners: readonly Listener[]): Promise<void> {
    if (listeners.length > 0) await this.#standings.confirm(new Set(listeners))
  }

  /** What was erased from the journal is not kept here either: when it cannot be read anew, nothing is kept. */
  async #readAnew(): Promise<void> {
    const { oldest, head } = this.#window
    this.#window = await this.#read(oldest, head).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'could not read the event window again after an erasure; it is empty now')
      return new EventWindow(head, this.#limits)
    })
  }

  /** A window with what the database has after a number, and up to one. */
  async #read(after: number, upTo = Infinity): Promise<EventWindow> {
    const window = new EventWindow(Math.max(0, after), this.#limits)
    for (;;) {
      const page = await entriesAfter(this.#database, window.head, pageSize)
      for (const entry of page) if (entry.seq <= upTo) window.push(entry)
      if (page.length < pageSize || window.head >= upTo) break
    }
    window.trim(this.#clock.now())
    return window
  }
}

const isEmpty = (some: Iterable<unknown>): boolean => some[Symbol.iterator]().next().done === true
