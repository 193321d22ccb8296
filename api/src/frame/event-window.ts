import { entryOf, maySee, type JournalEntry } from '@nation/core/journal'
import type { Audience, Visibility, Caller } from '@nation/core/platform'

/** How far back the event stream reaches; whichever limit is met first decides. */
export interface WindowLimits {
  readonly entries: number
  readonly ageMs: number
  /** Bytes of the events as they are sent. */
  readonly bytes: number
}

/** The product's own limits. */
export const windowLimits: WindowLimits = { entries: 2_000, ageMs: 15 * 60_000, bytes: 8 * 1024 * 1024 }

/** An entry as the window keeps it: written out once for all who may see it. */
export interface KeptEntry {
  readonly seq: number
  readonly at: number
  readonly visibility: Visibility
  /** The event as it is sent; null where each citizen who is listed is told a part of their own. */
  readonly frame: Buffer | null
  /** The entry itself, kept only where its event is written for each listener. */
  readonly listed: JournalEntry | null
  /** Of such an event, what those are sent who are told nothing of their own; written out when the first one is. */
  readonly shared: { frame: Buffer | null }
  readonly bytes: number
}

/** The newest entries of the journal in memory, each encoded once. Replays read them here, never from the database. */
export class EventWindow {
  readonly #limits: WindowLimits
  readonly #kept: KeptEntry[] = []
  #bytes = 0
  #oldest: number
  #head: number

  /** An empty window behind this number. */
  constructor(head: number, limits: WindowLimits = windowLimits) {
    this.#oldest = head
    this.#head = head
    this.#limits = limits
  }

  /** The number of the newest entry. */
  get head(): number {
    return this.#head
  }

  /** The smallest number after which everything is here. */
  get oldest(): number {
    return this.#oldest
  }

  /** Bytes that are held, for whoever measures. */
  get bytes(): number {
    return this.#bytes
  }

  /** Takes the next entry, and drops what the limits on number and bytes no longer allow. */
  push(entry: JournalEntry): KeptEntry {
    const kept = keep(entry)
    this.#head = kept.seq
    this.#kept.push(kept)
    this.#bytes += kept.bytes
    while (this.#kept.length > this.#limits.entries || this.#bytes > this.#limits.bytes) this.#drop()
    return kept
  }

  /** Drops what is too old at this instant of the nation. */
  trim(now: Date): void {
    const from = now.getTime() - this.#limits.ageMs
    while (this.#kept[0] && this.#kept[0].at < from) this.#drop()
  }

  /**
   * The events after a number that this caller may see, as one piece of about `bytes` at most, and the number up to which it
   * reaches. The number must not be older than `oldest`.
   */
  page(after: number, caller: Caller, bytes: number): { readonly frames: Buffer; readonly upTo: number } {
    const frames: Buffer[] = []
    let size = 0
    let upTo = after
    for (let at = this.#placeAfter(after); at < this.#kept.length && size < bytes; at++) {
      const kept = this.#kept[at] as KeptEntry
      const frame = frameFor(caller, kept)
      upTo = kept.seq
      if (!frame) continue
      frames.push(frame)
      size += frame.length
    }
    return { frames: Buffer.concat(frames, size), upTo }
  }

  #drop(): void {
    const gone = this.#kept.shift()
    if (!gone) return
    this.#bytes -= gone.bytes
    this.#oldest = gone.seq
  }

  /** Where the first entry after a number stands; numbers ascend. */
  #placeAfter(seq: number): number {
    let [low, high] = [0, this.#kept.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#kept[middle]?.seq ?? 0) > seq) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** What this caller is sent of an entry; null when it is not for them. */
export function frameFor(caller: Caller, kept: KeptEntry): Buffer | null {
  const { visibility, frame, listed } = kept
  if (!listed) return maySee(caller, visibility) ? frame : null
  return caller && !caller.panel ? listedFrame(caller.uid, kept) : null
}

/**
 * What a citizen is sent of an entry that is told to a list: the same bytes to all who are told nothing of their own. With
 * content attached, it is written for each.
 */
export function listedFrame(uid: string, { listed, shared }: KeptEntry, content?: object): Buffer | null {
  const audience = listed?.facts.audience as Audience | undefined
  if (!listed || !audience || !Object.hasOwn(audience, uid)) return null
  const own = audience[uid]
  if (content || (own && Object.keys(own).length > 0)) {
    const entry = entryOf(uid, listed)
    return entry && frameOf(entry, content)
  }
  const { audience: _, ...facts } = listed.facts
  shared.frame ??= frameOf({ ...listed, facts })
  return shared.frame
}

function keep(entry: JournalEntry): KeptEntry {
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

/** One server-sent event; `content` is attached to it. */
export function frameOf({ seq, kind, subject, facts, at }: JournalEntry, content: object = {}): Buffer {
  const event = JSON.stringify({ seq, kind, subject, facts, at: at.getTime() })
  return Buffer.from(`id: ${seq}\ndata: ${event.slice(0, -1)}${attached(content)}}\n\n`)
}

/** Objects that were written out before: many listeners are sent lists that have most of their objects in common. */
const writtenOut = new WeakMap<object, string>()

/** The fields of what is attached. An object of a list is written out once, whatever the number of lists that it is in. */
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

/** What is told and kept nowhere. It bears the number of the newest entry, so that a stream is resumed behind that. */
export function passingFrame(head: number, at: Date, kind: string, facts: object): Buffer {
  const data = { seq: head, kind, subject: null, facts, at: at.getTime() }
  return Buffer.from(`event: passing\nid: ${head}\ndata: ${JSON.stringify(data)}\n\n`)
}
