import { sessionsNow } from '@nation/core/auth'
import type { JournalEntry } from '@nation/core/journal'
import type { Clock, Logger, SignedIn } from '@nation/core/platform'
import { eventOf } from '@nation/domain/events'
import { NationError } from '@nation/domain/errors'
import type { DataSource } from 'typeorm'
import type { EventHub, Listener } from './event-hub'
import { wideFactor } from './network'

/** A stream that somebody has open. */
export interface OpenStream {
  /** The citizen, or the network of somebody who is not signed in. */
  readonly who: string
  readonly listener: Listener
  /** Who has it open, as of their last look-up; null for a visitor. */
  caller: SignedIn | null
  /** When the bearer token that opened it ends; null for a visitor. */
  readonly expiresAt: Date | null
  /** A sign of life, so that proxies and browsers keep the connection. */
  readonly beat: () => void
  /** Ends it at once, with what its reader has not taken. */
  readonly destroy: () => void
}

export interface StreamTimes {
  readonly beatMs: number
  /** How often sessions and roles are looked up again where no event told of them. */
  readonly checkMs: number
}

/** A browser takes a line for broken that says nothing for a minute. */
export const streamTimes: StreamTimes = { beatMs: 15_000, checkMs: 60_000 }

/** Streams of one citizen, or of one network that is not signed in. A browser needs one: its tabs share it. */
const mostStreams = 50
/** Streams take their turns in so many parts, so that no moment has the work of all. */
const parts = 60
/** Sessions of one statement. */
const batchSize = 1_000
/** How long after a look-up that failed it is tried again. */
const retryMs = 2_000

/**
 * All event streams of this process. One timer keeps them alive, a part of them at a time. The journal tells of a session that
 * ends and of a role that changes: the streams of whom it concerns are looked up again, many in a statement, before the hub
 * tells anything that was written after the change. The timer looks up the others once a minute, for what was changed by hand.
 * Look-ups are done one after the other, so that none overwrites what a later one read.
 */
export class OpenStreams {
  readonly #database: DataSource
  readonly #clock: Pick<Clock, 'now'>
  readonly #log: Logger
  readonly #hub: EventHub
  readonly #present: (uids: readonly string[]) => void
  readonly #parts = Array.from({ length: parts }, () => new Set<OpenStream>())
  readonly #placed = new Map<OpenStream, Set<OpenStream>>()
  readonly #byCitizen = new Map<string, Set<OpenStream>>()
  readonly #byListener = new Map<Listener, OpenStream>()
  readonly #count = new Map<string, number>()
  /** Whom the journal told of since the last look; null for everybody. */
  #concerned: Set<string> | null = new Set()
  #lastLook: Promise<unknown> = Promise.resolve()
  #timers: NodeJS.Timeout[] = []
  #next = 0

  /** `present` is told which citizens (public ids) are here. */
  constructor(
    database: DataSource,
    clock: Pick<Clock, 'now'>,
    log: Logger,
    hub: EventHub,
    present: (uids: readonly string[]) => void = () => undefined,
  ) {
    this.#present = present
    this.#database = database
    this.#clock = clock
    this.#log = log
    this.#hub = hub
    hub.followStandings({
      note: (entries) => this.#note(entries),
      look: () => this.#look(),
      confirm: (listeners) => this.#confirm(listeners),
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
   * Takes a place for a stream of theirs, and of the larger network `around` them, if they are counted by one. Call what it answers
   * when the stream is over.
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
   * Opens a stream: from now on the journal's news of its caller concern it, and it hears what comes behind the entry `after`.
   * The caller is looked up in between: the session may have ended, or the role changed, after the caller was identified.
   * @throws NationError `busy`, or the driver's error, when the journal or the caller cannot be read
   */
  async open(stream: OpenStream, after: number | undefined): Promise<void> {
    this.#add(stream)
    if (stream.caller) await this.#inTurn(() => this.#lookUp([stream]))
    await this.#hub.listen(stream.listener, after)
    if (stream.caller) this.#present([stream.caller.uid])
  }

  #add(stream: OpenStream): void {
    const part = this.#parts[this.#next++ % parts] as Set<OpenStream>
    part.add(stream)
    this.#placed.set(stream, part)
    this.#byListener.set(stream.listener, stream)
    if (!stream.caller) return
    const own = this.#byCitizen.get(stream.caller.uid)
    if (own) own.add(stream)
    else this.#byCitizen.set(stream.caller.uid, new Set([stream]))
  }

  remove(stream: OpenStream): void {
    this.#placed.get(stream)?.delete(stream)
    this.#placed.delete(stream)
    this.#byListener.delete(stream.listener)
    const own = stream.caller && this.#byCitizen.get(stream.caller.uid)
    own?.delete(stream)
    if (stream.caller && own?.size === 0) this.#byCitizen.delete(stream.caller.uid)
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
      if (caller) here.push(caller.uid)
    }
    this.#present(here)
  }

  #note(entries: readonly JournalEntry[]): void {
    for (const { kind, subject } of entries) {
      const standing = eventOf(kind)?.standing
      if (standing === 'roles') this.#concerned = null
      else if (standing && subject !== null && this.#byCitizen.has(subject)) this.#concerned?.add(subject)
    }
  }

  async #look(): Promise<void> {
    const uids = this.#concerned ?? [...this.#byCitizen.keys()]
    const streams = [...uids].flatMap((uid) => [...(this.#byCitizen.get(uid) ?? [])])
    if (streams.length > 0) await this.#inTurn(() => this.#lookUp(streams))
    this.#concerned = new Set()
  }

  /** Looks up some listeners before they are told what may not be for them any more. */
  async #confirm(listeners: ReadonlySet<Listener>): Promise<void> {
    const streams = [...listeners].flatMap((listener) => this.#byListener.get(listener) ?? [])
    if (streams.length > 0) await this.#inTurn(() => this.#lookUp(streams.filter((one) => this.#placed.has(one))))
  }

  #inTurn<T>(look: () => Promise<T>): Promise<T> {
    const looked = this.#lastLook.then(look)
    this.#lastLook = looked.catch(() => undefined)
    return looked
  }

  /** What the timer does. While the database is away nothing new can be read: it is tried again soon. */
  async #check(streams: readonly OpenStream[]): Promise<void> {
    try {
      await this.#inTurn(() => this.#lookUp(streams.filter((stream) => this.#placed.has(stream))))
    } catch (error) {
      this.#log.warn({ err: error }, 'could not read the sessions of open streams; retrying')
      setTimeout(() => void this.#check(streams), retryMs).unref()
    }
  }

  /** Looks up who these are now: ends the streams of sessions that have ended, and lets the others hear what they may now. */
  async #lookUp(streams: readonly OpenStream[]): Promise<void> {
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
    if (now?.uid !== stream.caller?.uid) return stream.listener.end()
    stream.caller = now ?? null
    this.#hub.rescope(stream.listener)
  }
}
