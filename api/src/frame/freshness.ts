import { audienceOf, committedAfter, journalHead, type News } from '@nation/core/journal'
import { SharedRead } from '@nation/core/platform'
import type { CallId } from '@nation/domain/contract'
import type { DataSource } from 'typeorm'
import { staleBy } from './stale-reads'

/** How long the author of a change is remembered: longer than an answer is stored and a computation can be joined. */
const rememberMs = 10_000

/**
 * Decides whether an answer is fresh enough (decision 60). The process counts the journal entries that it has seen. A stored
 * answer has the count at which its computation started; `needed` returns the least count that a request accepts. Each request
 * first waits for a check of the journal (a _look_). The look reads committed entries, so it sees every change that was
 * acknowledged before the request arrived, in whichever process.
 */
export class Freshness {
  readonly #database: DataSource
  /** Called with the kind of each new entry. */
  readonly #onNews: (kind: string) => void
  readonly #staleAt = new Map<CallId | 'all', number>()
  /** The authors of recent changes, the oldest first. */
  readonly #changed = new Map<string, { readonly count: number; readonly at: number }>()
  #count = 0
  #seq: number | null = null
  /** Entries that were seen before they had a number. */
  #unnumbered: ReadonlySet<string> = new Set()
  readonly #looks = new SharedRead(() => this.#read())

  constructor(database: DataSource, onNews: (kind: string) => void = () => undefined) {
    this.#database = database
    this.#onNews = onNews
  }

  /** The number of entries that were seen. */
  get count(): number {
    return this.#count
  }

  /** Resolves when every entry that was committed before this call is counted. Many calls share a look. */
  look(): Promise<void> {
    return this.#looks.get()
  }

  /** The least count at which the computation of this call's answer may have started, for this citizen or visitor. */
  needed(call: CallId, uid: string | undefined): number {
    const changesOfCitizen = uid === undefined ? 0 : (this.#changed.get(uid)?.count ?? 0)
    return Math.max(changesOfCitizen, this.#staleAt.get(call) ?? 0, this.#staleAt.get('all') ?? 0)
  }

  async #read(): Promise<void> {
    // Before the first look nothing stored can be stale.
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
