import { isErasure } from '@nation/core/membership'
import { entriesAfter, headChannel, journalHead, type JournalEntry } from '@nation/core/journal'
import { type Visibility, subscribed, type Caller, type Clock, type Logger } from '@nation/core/platform'
import { NationError } from '@nation/domain/errors'
import { eventOf } from '@nation/domain/events'
import { isRoleAudience } from '@nation/domain/permissions'
import type { Redis } from 'ioredis'
import type { DataSource } from 'typeorm'
import { EventWindow, passingFrame, windowLimits, type WindowLimits } from './event-window'
import { Listeners, type Content } from './listeners'
import { placeFrame, Replays } from './replays'

/** One listener (an open event stream). It gets every entry that it may see, in order, each once. */
export interface Listener {
  readonly caller: () => Caller
  /** The network (or citizen) of the listener. Listeners of one network share turns while older entries are sent. */
  readonly network: string
  readonly deliver: (frames: Buffer) => void
  /** Resolves when the delivered events have been written to the connection. */
  readonly taken: () => Promise<void>
  /** Whether the client has disconnected. */
  readonly left: () => boolean
  /** Ends the stream from the server's side. */
  readonly end: () => void
}

/** The progress of a listener that is receiving older entries. */
export interface Position {
  readonly listener: Listener
  seq: number
}

/** Reads the sessions and roles of listeners again. */
export interface Rights {
  /** Marks the citizens of these entries: each entry may have ended a session or changed a role. */
  readonly mark: (entries: readonly JournalEntry[]) => void
  /**
   * Resolves when the rights of the marked citizens have been read again. Throws when they cannot be read; the citizens stay
   * marked then.
   */
  readonly refresh: () => Promise<void>
  /** Resolves when the rights of these listeners have been read again. Throws when they cannot be read. */
  readonly refreshOf: (listeners: ReadonlySet<Listener>) => Promise<void>
}

/** Reads the content that is attached to entries at the moment of their delivery, by their numbers. */
export interface Contents {
  readonly has: (entry: JournalEntry) => boolean
  readonly read: (entries: readonly JournalEntry[]) => Promise<ReadonlyMap<number, Content>>
}

const noContents: Contents = { has: () => false, read: () => Promise.resolve(new Map()) }
/** Audiences whose listeners need no new check: whatever their role, signed-in citizens may read what all citizens may. */
const heardByAll: readonly string[] = ['public', 'citizens']

const pageSize = 500
/** The interval at which the journal is read when Redis does not answer. */
const pollMs = 1_000

/**
 * Follows the journal by its numbers and delivers new entries to all listeners of this process. Redis only makes it faster: the
 * hub follows the numbers in the database, so it misses nothing when Redis does not answer. The newest entries are stored in
 * memory, encoded once; older entries that a listener missed are read there (decision 45).
 */
export class EventHub {
  readonly #live = new Listeners()
  #rights: Rights = { mark: () => undefined, refresh: () => Promise.resolve(), refreshOf: () => Promise.resolve() }
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

  /** Starts to follow the journal. When it resolves, the window is filled, and nudges arrive if Redis answers. */
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

  /** The number of the newest entry that this process has delivered. */
  get head(): number {
    return this.#window.head
  }

  get listeners(): number {
    return this.#live.size
  }

  /** Reads new entries; only one read runs at a time. */
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
   * Attaches a listener after the entry `after`, or after the newest one. When it resolves, the listener has its place and
   * receives every later entry. The first event is `attached` with the number, followed by the entries that the listener missed.
   * It is `reset` when the number is too old or belongs to another journal (a restored database): then the listener receives only
   * later entries, and its client reads its screens again.
   * @throws NationError `busy` when the database does not answer whether the number exists
   */
  async listen(listener: Listener, after: number | undefined): Promise<void> {
    // Another process may have sent an entry that this one has not read yet.
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

  /** The listener's rights have changed: from now on it receives what it may see now. */
  rescope(listener: Listener): void {
    this.#live.rescope(listener)
  }

  /**
   * Sets the function that reads the rights of listeners again, before any entry is delivered that was written after their
   * session or role changed.
   */
  followRights(rights: Rights): void {
    this.#rights = rights
  }

  /**
   * Sends a transient event (one that is not in the journal) to an audience or to some citizens, except its author. Its order
   * relative to journal entries is undefined. Where only some roles may read it, the rights of the listeners are read first; when
   * that fails, nothing is sent. Named citizens receive it whatever their role, unless their session has ended.
   */
  async sendTransient(to: Visibility | readonly string[], kind: string, facts: object, except: string): Promise<void> {
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

  /**
   * Resolves with true when all entries that were numbered before this call have been read; with false when the journal could not
   * be read.
   */
  async #caughtUp(): Promise<boolean> {
    // A read that is under way may have started before the entry had its number.
    if (this.#following) await this.#following
    this.follow()
    return this.#following ?? false
  }

  async #drain(): Promise<void> {
    // Rights that could not be read come first: nothing more is delivered before they are known.
    await this.#rights.refresh()
    for (;;) {
      const page = await entriesAfter(this.#database, this.#window.head, pageSize)
      // An entry that ends a session or changes a role has a lower number than all entries that were written after its commit. So
      // rights are read between such an entry and the following ones, once for all such entries of the page.
      const first = page.findIndex(({ kind }) => eventOf(kind)?.affects !== undefined)
      await this.#tell(first < 0 ? page : page.slice(0, first + 1))
      if (first >= 0) {
        this.#rights.mark(page.slice(first))
        await this.#rights.refresh()
        await this.#tell(page.slice(first + 1))
      }
      if (page.length < pageSize) break
    }
    this.#window.trim(this.#clock.now())
  }

  async #tell(entries: readonly JournalEntry[]): Promise<void> {
    const contents = await this.#attached(entries)
    await this.#confirm(this.#mustBeCurrent(entries))
    for (const entry of entries) this.#live.tell(this.#window.push(entry), entry, contents.get(entry.seq))
    if (entries.some(isErasure)) await this.#readAnew()
  }

  /**
   * The listeners whose rights are read again at delivery, after the contents: those of a special audience, where the entry has content, and
   * all streams of the panel, where the entry is for a role. The panel's sign-in shows more than any other, and its streams are few.
   */
  #mustBeCurrent(entries: readonly JournalEntry[]): Listener[] {
    const full = entries.filter((entry) => this.#contents.has(entry) && !heardByAll.includes(entry.visibility))
    const isForRole = entries.some(({ visibility }) => isRoleAudience(visibility))
    return [...full.flatMap((entry) => [...this.#live.audienceOf(entry)]), ...(isForRole ? this.#live.panels : [])]
  }

  /**
   * The content of the entries that some listener may see, read once for all listeners. When the contents cannot be read, the
   * entries are sent without them, and clients read them by calls.
   */
  async #attached(entries: readonly JournalEntry[]): Promise<ReadonlyMap<number, Content>> {
    const full = entries.filter((entry) => this.#contents.has(entry) && !isEmpty(this.#live.audienceOf(entry)))
    if (full.length === 0) return new Map()
    return this.#contents.read(full).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'could not read the contents of events; sending the events without them')
      return new Map<number, Content>()
    })
  }

  async #confirm(listeners: readonly Listener[]): Promise<void> {
    if (listeners.length > 0) await this.#rights.refreshOf(new Set(listeners))
  }

  /**
   * Data that was erased from the journal must not stay in the window. When the window cannot be read again, it becomes empty.
   */
  async #readAnew(): Promise<void> {
    const { oldest, head } = this.#window
    this.#window = await this.#read(oldest, head).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'could not read the event window again after an erasure; it is empty now')
      return new EventWindow(head, this.#limits)
    })
  }

  /** A window with the entries after a number, up to another one. */
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
