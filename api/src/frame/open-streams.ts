import { sessionsNow } from '@nation/core/auth'
import type { JournalEntry } from '@nation/core/journal'
import type { Clock, Logger, SignedIn } from '@nation/core/platform'
import { eventOf } from '@nation/domain/events'
import { NationError } from '@nation/domain/errors'
import type { DataSource } from 'typeorm'
import type { EventHub, Listener } from './event-hub'
import { wideFactor } from './network'

/** An open event stream. */
export interface OpenStream {
  /** The citizen, or the network of a visitor. */
  readonly who: string
  readonly listener: Listener
  /** The caller, as of the last check; null for a visitor. */
  caller: SignedIn | null
  /** When the bearer token of the stream expires; null for a visitor. */
  readonly expiresAt: Date | null
  /** Sends a comment line, so that proxies and browsers keep the connection. */
  readonly beat: () => void
  /** Ends it at once, with what its reader has not taken. */
  readonly destroy: () => void
}

export interface StreamTimes {
  readonly beatMs: number
  /** How often sessions and roles are read again when no event announced a change. */
  readonly checkMs: number
}

/** A browser treats a connection without data for a minute as broken. */
export const streamTimes: StreamTimes = { beatMs: 15_000, checkMs: 60_000 }

/** The largest number of streams of one citizen, or of one network of visitors. A browser needs one: its tabs share it. */
const mostStreams = 50
/** The timer handles the streams in this number of parts, so that the work is spread. */
const parts = 60
/** The number of sessions in one statement. */
const batchSize = 1_000
/** The pause after a read that failed. */
const retryMs = 2_000

/**
 * All event streams of this process. One timer keeps them alive, one part at a time. When the journal announces the end of a
 * session or a change of role, the rights of the streams concerned are read again, many in one statement, before the hub delivers
 * anything that was written after the change. The timer reads the rights of all others once a minute, for rows that were changed
 * by hand. Only one read runs at a time, so none overwrites the result of a later one.
 */
export class OpenStreams {
  readonly #database: DataSource
  readonly #clock: Pick<Clock, 'now'>
  readonly #log: Logger
  readonly #hub: EventHub
  readonly #reportOnline: (uids: readonly string[]) => void
  readonly #parts = Array.from({ length: parts }, () => new Set<OpenStream>())
  readonly #placed = new Map<OpenStream, Set<OpenStream>>()
  readonly #byCitizen = new Map<string, Set<OpenStream>>()
  readonly #byListener = new Map<Listener, OpenStream>()
  readonly #count = new Map<string, number>()
  /** The citizens whom the journal has announced since the last read; null for all. */
  #concerned: Set<string> | null = new Set()
  #lastRead: Promise<unknown> = Promise.resolve()
  #timers: NodeJS.Timeout[] = []
  #next = 0

  /** `present` receives the citizens (public ids) who are online. */
  constructor(
    database: DataSource,
    clock: Pick<Clock, 'now'>,
    log: Logger,
    hub: EventHub,
    present: (uids: readonly string[]) => void = () => undefined,
  ) {
    this.#reportOnline = present
    this.#database = database
    this.#clock = clock
    this.#log = log
    this.#hub = hub
    hub.followRights({
      mark: (entries) => this.#mark(entries),
      refresh: () => this.#refresh(),
      refreshOf: (listeners) => this.#refreshOf(listeners),
    })
  }

  start({ beatMs, checkMs }: StreamTimes = streamTimes): void {
    let [beat, check] = [0, 0]
    this.#timers = [
      setInterval(() => this.#beat(beat++ % parts), beatMs / parts),
      setInterval(() => void this.#check([...(this.#parts[check++ % parts] ?? [])]), checkMs / parts),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
    for (const { listener } of this.#placed.keys()) listener.end()
  }

  /** Ends the streams that are still open because their readers take nothing. */
  destroy(): void {
    for (const stream of [...this.#placed.keys()]) stream.destroy()
  }

  get size(): number {
    return this.#placed.size
  }

  /**
   * Reserves a place for a stream, also in the larger network `around` it, if there is one. Call the returned function when the
   * stream is over.
   * @throws NationError `rate_limited` when there are too many streams already
   */
  takePlace(who: string, around: string | null = null): () => void {
    const places = [
      [who, mostStreams] as const,
      ...(around === null ? [] : [[around, mostStreams * wideFactor] as const]),
    ]
    const isFull = places.some(([name, most]) => (this.#count.get(name) ?? 0) >= most)
    if (isFull) throw new NationError('rate_limited', { retryAfter: 30 })
    for (const [name] of places) this.#count.set(name, (this.#count.get(name) ?? 0) + 1)
    return () => {
      for (const [name] of places) {
        const left = (this.#count.get(name) ?? 1) - 1
        if (left > 0) this.#count.set(name, left)
        else this.#count.delete(name)
      }
    }
  }

  /**
   * Opens a stream: from now on it gets the entries after `after`, and events about its caller change its rights. The caller is
   * read again in between, because the session may have ended, or the role changed, after identification.
   * @throws NationError `busy`, or the driver's error, when the journal or the caller cannot be read
   */
  async open(stream: OpenStream, after: number | undefined): Promise<void> {
    this.#add(stream)
    if (stream.caller) await this.#inTurn(() => this.#readRights([stream]))
    await this.#hub.listen(stream.listener, after)
    if (stream.caller && isPresent(stream.caller)) this.#reportOnline([stream.caller.uid])
  }

  #add(stream: OpenStream): void {
    const part = this.#parts[this.#next++ % parts] as Set<OpenStream>
    part.add(stream)
    this.#placed.set(stream, part)
    this.#byListener.set(stream.listener, stream)
    if (!stream.caller) return
    const streams = this.#byCitizen.get(stream.caller.uid)
    if (streams) streams.add(stream)
    else this.#byCitizen.set(stream.caller.uid, new Set([stream]))
  }

  remove(stream: OpenStream): void {
    this.#placed.get(stream)?.delete(stream)
    this.#placed.delete(stream)
    this.#byListener.delete(stream.listener)
    const streams = stream.caller && this.#byCitizen.get(stream.caller.uid)
    streams?.delete(stream)
    if (stream.caller && streams?.size === 0) this.#byCitizen.delete(stream.caller.uid)
  }

  #beat(part: number): void {
    const now = this.#clock.now()
    const here: string[] = []
    for (const { listener, caller, expiresAt, beat } of this.#parts[part] ?? []) {
      if (expiresAt !== null && expiresAt <= now) {
        listener.end()
        continue
      }
      beat()
      if (caller && isPresent(caller)) here.push(caller.uid)
    }
    this.#reportOnline(here)
  }

  #mark(entries: readonly JournalEntry[]): void {
    for (const { kind, subject } of entries) {
      const affected = eventOf(kind)?.affects
      if (affected === 'roles') this.#concerned = null
      else if (affected && subject !== null && this.#byCitizen.has(subject)) this.#concerned?.add(subject)
    }
  }

  async #refresh(): Promise<void> {
    const uids = this.#concerned ?? [...this.#byCitizen.keys()]
    const streams = [...uids].flatMap((uid) => [...(this.#byCitizen.get(uid) ?? [])])
    if (streams.length > 0) await this.#inTurn(() => this.#readRights(streams))
    this.#concerned = new Set()
  }

  /** Reads the rights of some listeners, before they receive events that may no longer be for them. */
  async #refreshOf(listeners: ReadonlySet<Listener>): Promise<void> {
    const streams = [...listeners].flatMap((listener) => this.#byListener.get(listener) ?? [])
    if (streams.length > 0) await this.#inTurn(() => this.#readRights(streams.filter((one) => this.#placed.has(one))))
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastRead.then(work)
    this.#lastRead = done.catch(() => undefined)
    return done
  }

  /** The work of the timer. When the database does not answer, it is repeated soon. */
  async #check(streams: readonly OpenStream[]): Promise<void> {
    try {
      await this.#inTurn(() => this.#readRights(streams.filter((stream) => this.#placed.has(stream))))
    } catch (error) {
      this.#log.warn({ err: error }, 'could not read the sessions of open streams; retrying')
      setTimeout(() => void this.#check(streams), retryMs).unref()
    }
  }

  /** Reads the rights of these streams. Ends those whose session has ended; the others get what they may see now. */
  async #readRights(streams: readonly OpenStream[]): Promise<void> {
    for (const panel of [false, true]) {
      const signedIn = streams.filter(({ caller }) => caller?.panel === panel)
      for (let from = 0; from < signedIn.length; from += batchSize) {
        const batch = signedIn.slice(from, from + batchSize)
        const ids = [...new Set(batch.map(({ caller }) => caller?.sessionId ?? ''))]
        const now = await sessionsNow(this.#database, ids, panel)
        for (const stream of batch) this.#renew(stream, now.get(stream.caller?.sessionId ?? ''))
      }
    }
  }

  #renew(stream: OpenStream, now: SignedIn | undefined): void {
    const isExpired = stream.expiresAt !== null && stream.expiresAt <= this.#clock.now()
    if (now?.uid !== stream.caller?.uid || isExpired) return stream.listener.end()
    stream.caller = now ?? null
    this.#hub.rescope(stream.listener)
  }
}

/** A console in the tray does not show its citizen as online: the panel does nothing in their name (decision 27). */
const isPresent = ({ panel }: SignedIn): boolean => !panel
