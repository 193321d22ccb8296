import { sessionsNow } from '@nation/core/auth'
import type { JournalEntry } from '@nation/core/journal'
import type { Clock, Logger, SignedIn } from '@nation/core/platform'
import { eventOf } from '@nation/domain/events'
import { NationError } from '@nation/domain/errors'
import type { DataSource } from 'typeorm'
import type { EventHub, Listener } from './event-hub'

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
 * All event streams of this process. One timer keeps them alive, a part of them at a time. A session that ends and a role that
 * changes are told by the journal: the streams of whom they concern are looked at again at once, many in a statement. The
 * timer looks at the others once a minute, for what was changed by hand.
 */
export class OpenStreams {
  readonly #database: DataSource
  readonly #clock: Pick<Clock, 'now'>
  readonly #log: Logger
  readonly #hub: EventHub
  readonly #parts = Array.from({ length: parts }, () => new Set<OpenStream>())
  readonly #placed = new Map<OpenStream, Set<OpenStream>>()
  readonly #byCitizen = new Map<string, Set<OpenStream>>()
  readonly #count = new Map<string, number>()
  /** Whom the journal told of since the last look; null for everybody. */
  #concerned: Set<string> | null = new Set()
  #looking: Promise<void> | null = null
  #timers: NodeJS.Timeout[] = []
  #next = 0

  constructor(database: DataSource, clock: Pick<Clock, 'now'>, log: Logger, hub: EventHub) {
    this.#database = database
    this.#clock = clock
    this.#log = log
    this.#hub = hub
    hub.watch((entry) => this.#hear(entry))
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

  get size(): number {
    return this.#placed.size
  }

  /**
   * Takes a place for a stream of theirs. Call what it answers when the stream is over.
   * @throws NationError `rate_limited` when there are too many streams already
   */
  takePlace(who: string): () => void {
    const now = this.#count.get(who) ?? 0
    if (now >= mostStreams) throw new NationError('rate_limited', { retryAfter: 30 })
    this.#count.set(who, now + 1)
    return () => {
      const left = (this.#count.get(who) ?? 1) - 1
      if (left > 0) this.#count.set(who, left)
      else this.#count.delete(who)
    }
  }

  add(stream: OpenStream): void {
    const part = this.#parts[this.#next++ % parts] as Set<OpenStream>
    part.add(stream)
    this.#placed.set(stream, part)
    if (!stream.caller) return
    const own = this.#byCitizen.get(stream.caller.uid)
    if (own) own.add(stream)
    else this.#byCitizen.set(stream.caller.uid, new Set([stream]))
  }

  remove(stream: OpenStream): void {
    this.#placed.get(stream)?.delete(stream)
    this.#placed.delete(stream)
    const own = stream.caller && this.#byCitizen.get(stream.caller.uid)
    own?.delete(stream)
    if (stream.caller && own?.size === 0) this.#byCitizen.delete(stream.caller.uid)
  }

  /** Looks up again who has this stream open. Nothing is done for a visitor. */
  async recheck(stream: OpenStream): Promise<void> {
    if (stream.caller) await this.#check([stream])
  }

  #beat(part: number): void {
    const now = this.#clock.now()
    for (const { listener, expiresAt, beat } of this.#parts[part] ?? []) {
      if (expiresAt !== null && expiresAt <= now) listener.end()
      else beat()
    }
  }

  /** Notes whom an entry concerns, and looks at their streams when the entries of this turn were heard. */
  #hear({ kind, subject }: JournalEntry): void {
    const standing = eventOf(kind)?.standing
    if (!standing) return
    if (standing === 'roles') this.#concerned = null
    else if (subject !== null && this.#byCitizen.has(subject)) this.#concerned?.add(subject)
    this.#looking ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.#look())
  }

  async #look(): Promise<void> {
    const concerned = this.#concerned
    this.#concerned = new Set()
    this.#looking = null
    const uids = concerned ?? [...this.#byCitizen.keys()]
    await this.#check([...uids].flatMap((uid) => [...(this.#byCitizen.get(uid) ?? [])]))
  }

  /** Looks up who these are now: ends the streams of sessions that have ended, and lets the others hear what they may now. */
  async #check(streams: readonly OpenStream[]): Promise<void> {
    for (const panel of [false, true]) {
      const signedIn = streams.filter(({ caller }) => caller?.panel === panel)
      for (let from = 0; from < signedIn.length; from += batchSize) {
        const batch = signedIn.slice(from, from + batchSize)
        const ids = [...new Set(batch.map(({ caller }) => caller?.sessionId ?? ''))]
        try {
          const now = await sessionsNow(this.#database, ids, panel)
          for (const stream of batch) this.#renew(stream, now.get(stream.caller?.sessionId ?? ''))
        } catch (error) {
          // Nothing new can be read while the database is away: who they are is asked again soon.
          this.#log.warn({ err: error }, 'sessions of open streams could not be looked up')
          this.#retry(batch)
        }
      }
    }
  }

  /** Looks at these again after a moment. */
  #retry(streams: readonly OpenStream[]): void {
    setTimeout(() => void this.#check(streams.filter((stream) => this.#placed.has(stream))), retryMs).unref()
  }

  #renew(stream: OpenStream, now: SignedIn | undefined): void {
    if (now?.uid !== stream.caller?.uid) return stream.listener.end()
    stream.caller = now ?? null
    this.#hub.rescope(stream.listener)
  }
}
