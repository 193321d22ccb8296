import { setImmediate } from 'node:timers/promises'
import { audienceOf, committedAfter, journalHead, type News } from '@nation/core/journal'
import type { CallId } from '@nation/domain/contract'
import type { DataSource } from 'typeorm'
import { staleBy } from './stale-reads'

/** How long it is known who changed something: longer than an answer is given and a computation is joined. */
const rememberMs = 10_000

/**
 * The one rule of how fresh an answer must be (decision 60): this process counts the entries of the journal as it sees them.
 * A stored answer keeps the count at which it was begun, and `needed` says from which count on an answer may be given. A
 * request asks for a look first; the look reads what was committed, so it sees every change that was acknowledged before the
 * request came, whichever process made it.
 */
export class Freshness {
  readonly #database: DataSource
  /** Told of each new entry's kind. */
  readonly #onNews: (kind: string) => void
  readonly #staleAt = new Map<CallId | 'all', number>()
  /** Those who have just changed something, the oldest first. */
  readonly #changed = new Map<string, { readonly count: number; readonly at: number }>()
  #count = 0
  #seq: number | null = null
  /** Entries that have been seen without a number. */
  #unnumbered: ReadonlySet<string> = new Set()
  #looking: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null

  constructor(database: DataSource, onNews: (kind: string) => void = () => undefined) {
    this.#database = database
    this.#onNews = onNews
  }

  /** How many entries have been seen. */
  get count(): number {
    return this.#count
  }

  /**
   * Resolves when every entry that was committed before this call is counted. Those who ask in one turn of the event loop, or
   * while a look is under way, share the next one: a look that was sent already may have missed what they know of.
   */
  look(): Promise<void> {
    this.#next ??= Promise.all([this.#looking, setImmediate()]).then(() => {
      this.#next = null
      const look = this.#read()
      this.#looking = look.catch(() => undefined)
      return look
    })
    return this.#next
  }

  /** The lowest count at which an answer of this call may have been begun, to be given to this citizen or visitor. */
  needed(call: CallId, uid: string | undefined): number {
    const own = uid === undefined ? 0 : (this.#changed.get(uid)?.count ?? 0)
    return Math.max(own, this.#staleAt.get(call) ?? 0, this.#staleAt.get('all') ?? 0)
  }

  async #read(): Promise<void> {
    // Before the first look nothing is stored that could be stale.
    this.#seq ??= await journalHead(this.#database)
    const { news, seq, skipped } = await committedAfter(this.#database, this.#seq)
    const fresh = news.filter(({ id }) => !this.#unnumbered.has(id))
    const listed = fresh.filter(({ kind, visibility }) => visibility === 'listed' && staleBy(kind).to === 'theirs')
    const audience = await audienceOf(
      this.#database,
      listed.map(({ id }) => id),
    )
    this.#seq = seq
    this.#unnumbered = new Set(news.flatMap((entry) => (entry.seq === null ? entry.id : [])))
    for (const entry of fresh) this.#note(entry)
    for (const uid of audience) this.#noteChange(uid)
    if (skipped) this.#staleAt.set('all', ++this.#count)
  }

  #note({ kind, actor }: News): void {
    const stale = staleBy(kind)
    this.#onNews(kind)
    if (stale.to === 'nothing') return
    this.#count += 1
    if (actor !== null) this.#noteChange(actor)
    if (stale.to === 'theirs') return
    for (const call of stale.calls === 'all' ? (['all'] as const) : stale.calls) this.#staleAt.set(call, this.#count)
  }

  #noteChange(uid: string): void {
    const at = performance.now()
    this.#changed.delete(uid)
    this.#changed.set(uid, { count: this.#count, at })
    for (const [who, change] of this.#changed) {
      if (at - change.at < rememberMs) break
      this.#changed.delete(who)
    }
  }
}
