import { BoundedMap } from './bounded-map'

/**
 * The age up to which a stored answer is sent, in milliseconds, from the start of its computation. It is less than the time that
 * browsers wait after an event before they read again.
 */
export const oldestMs = 400
/**
 * The time from its start in which requests may join a computation. An answer may be older than `oldestMs` only when its
 * computation took that long. So a slow database does not get the same query again every 0.4 s.
 */
export const joinMs = 2_000
/**
 * An answer that no request used for this time is removed. It is longer than the life of an answer, so that a repeated question
 * is recognised and gets its place in `often`.
 */
const keepMs = 10 * oldestMs

/** The bounds of the store in one process. */
export const storeLimits = {
  /** Answers that were requested once. Many different questions remove only each other here. */
  once: { entries: 500, bytes: 16 * 1024 * 1024 },
  /** Answers that were requested more than once. */
  often: { entries: 1_500, bytes: 48 * 1024 * 1024 },
}

/** The state at the moment of a request: the nation's time, and the counts of journal entries. */
export interface ReadState {
  /** The nation's time in milliseconds. */
  readonly now: number
  /** An answer is fresh enough when its computation started at this count of entries or later. */
  readonly needed: number
  /** The present count of entries. */
  readonly count: number
}

interface Begun<T> {
  readonly count: number
  readonly asOf: number
  readonly startedAt: number
  /** The number of this computation among all of this store. */
  readonly order: number
  readonly result: Promise<T>
}

/**
 * The public answers of one process. Each is computed once at a time; requests that arrive meanwhile share it. It is stored until
 * it is too old or the journal makes it stale. A failure is not stored. The store is bounded in entries and bytes. An answer that
 * is requested again moves to a second part, which answers that were requested once cannot fill.
 */
export class AnswerStore<T> {
  readonly #underWay = new Map<string, Begun<T>>()
  readonly #once: BoundedMap<Begun<T>>
  readonly #often: BoundedMap<Begun<T>>
  readonly #clock: () => number
  #order = 0

  constructor(clock: () => number = () => performance.now(), limits = storeLimits) {
    this.#clock = clock
    this.#once = new BoundedMap(limits.once)
    this.#often = new BoundedMap(limits.often)
  }

  /** The present size of the store. */
  get size(): { readonly entries: number; readonly bytes: number } {
    return {
      entries: this.#once.size + this.#often.size,
      bytes: this.#once.bytes + this.#often.bytes,
    }
  }

  /** The answer for this key, from the store or computed now. `bytesOf` returns its size in memory. */
  get(key: string, state: ReadState, compute: () => Promise<T>, bytesOf: (answer: T) => number): Promise<T> {
    const known = this.#often.get(key) ?? this.#once.get(key)
    if (known && this.#isFresh(known, state, oldestMs)) {
      this.#promote(key, known)
      return known.result
    }
    const joined = this.#underWay.get(key)
    if (joined && this.#isFresh(joined, state, joinMs)) return joined.result
    return this.#begin(key, state, compute, bytesOf)
  }

  #isFresh({ count, asOf, startedAt }: Begun<T>, { now, needed }: ReadState, maxAgeMs: number): boolean {
    // The nation's clock may have been moved; an answer of another time is not used.
    return count >= needed && Math.abs(now - asOf) < maxAgeMs && this.#clock() - startedAt < maxAgeMs
  }

  #promote(key: string, known: Begun<T>): void {
    const taken = this.#once.take(key)
    if (taken) this.#often.set(key, known, taken.bytes)
  }

  #begin(
    key: string,
    { now, count }: ReadState,
    compute: () => Promise<T>,
    bytesOf: (answer: T) => number,
  ): Promise<T> {
    const begun: Begun<T> = { count, asOf: now, startedAt: this.#clock(), order: ++this.#order, result: compute() }
    this.#underWay.set(key, begun)
    const land = () => {
      if (this.#underWay.get(key) === begun) this.#underWay.delete(key)
    }
    begun.result.then((answer) => {
      land()
      this.#keep(key, begun, bytesOf(answer))
    }, land)
    return begun.result
  }

  /** Stores the result of the later computation: a slow one does not replace one that started after it. */
  #keep(key: string, begun: Begun<T>, bytes: number): void {
    const part = this.#often.has(key) ? this.#often : this.#once
    if ((part.get(key)?.order ?? 0) > begun.order) return
    part.set(key, begun, bytes)
    for (const one of [this.#once, this.#often]) one.dropWhile(({ startedAt }) => this.#clock() - startedAt > keepMs)
  }
}
