import { entryOf, maySee, type JournalEntry } from '@nation/core/journal'
import type { Audience, Visibility, Caller } from '@nation/core/platform'

/** The bounds of the window. The first limit that is met counts. */
export interface WindowLimits {
  readonly entries: number
  readonly ageMs: number
  /** Bytes of the encoded events. */
  readonly bytes: number
}

/** The limits in production. */
export const windowLimits: WindowLimits = { entries: 2_000, ageMs: 15 * 60_000, bytes: 8 * 1024 * 1024 }

/** An entry in the window, encoded once for all who may see it. */
export interface StoredEntry {
  readonly seq: number
  readonly at: number
  readonly visibility: Visibility
  /** The encoded event; null when listed citizens get different parts. */
  readonly frame: Buffer | null
  /** The entry itself, stored only when its event is encoded for each listener. */
  readonly listed: JournalEntry | null
  /** For such an event: the encoding for listed citizens without a part of their own, created when the first one gets it. */
  readonly shared: { frame: Buffer | null }
  readonly bytes: number
}

/**
 * The newest entries of the journal in memory, each encoded once. Older entries are sent to listeners from here, never from the
 * database.
 */
export class EventWindow {
  readonly #limits: WindowLimits
  readonly #stored: StoredEntry[] = []
  #bytes = 0
  #oldest: number
  #head: number

  /** Creates an empty window after this number. */
  constructor(head: number, limits: WindowLimits = windowLimits) {
    this.#oldest = head
    this.#head = head
    this.#limits = limits
  }

  /** The number of the newest entry. */
  get head(): number {
    return this.#head
  }

  /** The smallest number after which all entries are in the window. */
  get oldest(): number {
    return this.#oldest
  }

  /** The bytes in the window, for measurements. */
  get bytes(): number {
    return this.#bytes
  }

  /** Adds the next entry, and removes old ones until the window is within its limits. */
  push(entry: JournalEntry): StoredEntry {
    const stored = keep(entry)
    this.#head = stored.seq
    this.#stored.push(stored)
    this.#bytes += stored.bytes
    while (this.#stored.length > this.#limits.entries || this.#bytes > this.#limits.bytes) this.#drop()
    return stored
  }

  /** Removes entries that are too old at this instant of the nation. */
  trim(now: Date): void {
    const from = now.getTime() - this.#limits.ageMs
    while (this.#stored[0] && this.#stored[0].at < from) this.#drop()
  }

  /**
   * The events after a number that this caller may see, as one chunk of about `bytes` at most, and the number of the last entry
   * that was looked at. The number must not be less than `oldest`.
   */
  page(after: number, caller: Caller, bytes: number): { readonly frames: Buffer; readonly upTo: number } {
    const frames: Buffer[] = []
    let size = 0
    let upTo = after
    for (let at = this.#placeAfter(after); at < this.#stored.length && size < bytes; at++) {
      const stored = this.#stored[at] as StoredEntry
      const frame = frameFor(caller, stored)
      upTo = stored.seq
      if (!frame) continue
      frames.push(frame)
      size += frame.length
    }
    return { frames: Buffer.concat(frames, size), upTo }
  }

  #drop(): void {
    const gone = this.#stored.shift()
    if (!gone) return
    this.#bytes -= gone.bytes
    this.#oldest = gone.seq
  }

  /** The index of the first entry after a number; numbers ascend. */
  #placeAfter(seq: number): number {
    let [low, high] = [0, this.#stored.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#stored[middle]?.seq ?? 0) > seq) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** The encoded event for this caller; null when the caller may not see it. */
export function frameFor(caller: Caller, stored: StoredEntry): Buffer | null {
  const { visibility, frame, listed } = stored
  if (!listed) return maySee(caller, visibility) ? frame : null
  return caller && !caller.panel ? listedFrame(caller.uid, stored) : null
}

/**
 * The encoding of a listed event for one citizen. Citizens without a part of their own share one encoding. With attached content
 * it is encoded for each.
 */
export function listedFrame(uid: string, { listed, shared }: StoredEntry, content?: object): Buffer | null {
  const audience = listed?.facts.audience as Audience | undefined
  if (!listed || !audience || !Object.hasOwn(audience, uid)) return null
  const ofCitizen = audience[uid]
  if (content || (ofCitizen && Object.keys(ofCitizen).length > 0)) {
    const entry = entryOf(uid, listed)
    return entry && frameOf(entry, content)
  }
  const { audience: _, ...facts } = listed.facts
  shared.frame ??= frameOf({ ...listed, facts })
  return shared.frame
}

function keep(entry: JournalEntry): StoredEntry {
  const { seq, visibility } = entry
  const isListed = visibility === 'listed'
  const frame = isListed ? null : frameOf(entry)
  const bytes = frame?.length ?? JSON.stringify(entry.facts).length
  return {
    seq,
    at: entry.at.getTime(),
    visibility,
    frame,
    listed: isListed ? entry : null,
    shared: { frame: null },
    bytes,
  }
}

/** One server-sent event, with attached `content` if any. */
export function frameOf({ seq, kind, subject, facts, at }: JournalEntry, content: object = {}): Buffer {
  const event = JSON.stringify({ seq, kind, subject, facts, at: at.getTime() })
  return Buffer.from(`id: ${seq}\ndata: ${event.slice(0, -1)}${attached(content)}}\n\n`)
}

/** A cache of encoded objects: the lists that are sent to many listeners contain mostly the same objects. */
const writtenOut = new WeakMap<object, string>()

/** The fields of attached content. An object is encoded once, however many lists contain it. */
const attached = (content: object): string =>
  Object.entries(content)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]: [string, unknown]) => {
      const text = Array.isArray(value) ? `[${value.map(writeOnce).join(',')}]` : JSON.stringify(value)
      return `,${JSON.stringify(field)}:${text}`
    })
    .join('')

function writeOnce(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const known = writtenOut.get(value) ?? JSON.stringify(value)
  writtenOut.set(value, known)
  return known
}

/** An encoded transient event. It has the number of the newest entry, so that a stream resumes after that. */
export function passingFrame(head: number, at: Date, kind: string, facts: object): Buffer {
  const data = { seq: head, kind, subject: null, facts, at: at.getTime() }
  return Buffer.from(`event: passing\nid: ${head}\ndata: ${JSON.stringify(data)}\n\n`)
}
