import { BoundedMap } from './bounded-map'

/**
 * How long after it was begun a stored answer is given, in milliseconds: less than browsers wait before they read because of an
 * event.
 */
export const oldestMs = 400
/**
 * How long after its begin a computation is joined. So an answer is as old as it took to compute where that is more than `oldestMs`:
 * a slow database is not asked the same anew every 0.4 s.
 */
export const joinMs = 2_000
/** What nobody has asked for as long is let go: also answers that are too old to be given, so that a new one finds its part. */
const keepMs = 10 * oldestMs

/** What the store may hold in one process. */
export const storeLimits = {
  /** Answers that were asked for once: many distinct questions push out each other here, and nothing else. */
  once: { entries: 500, bytes: 16 * 1024 * 1024 },
  /** Answers that were asked for again. */
  often: { entries: 1_500, bytes: 48 * 1024 * 1024 },
}

/** Where the nation's clock and the journal stand when an answer is asked for. */
export interface Standing {
  /** The nation's time in milliseconds. */
  readonly now: number
  /** The count of entries from which on an answer may have been begun. */
  readonly needed: number
  /** The count now. */
  readonly count: number
}

interface Begun<T> {
  readonly count: number
  readonly asOf: number
  readonly startedAt: number
  /** The place among all computations of this store. */
  readonly order: number
  readonly result: Promise<T>
}

/**
 * The public answers of one process: each is computed once at a time, shared by all who ask while it is computed, and kept
 * until it is too old or the journal has made it stale. What fails is forgotten. Bounded in entries and bytes: an answer that is
 * asked for a second time moves to a part that questions asked once cannot fill.
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

  /** How much is kept. */
  get size(): { readonly entries: number; readonly bytes: number } {
    return {
      entries: this.#once.size + this.#often.size,
      bytes: this.#once.bytes + this.#often.bytes,
    }
  }

  /** The answer of this key, from the store or computed now. `bytesOf` says what it takes to keep it. */
  get(key: string, standing: Standing, compute: () => Promise<T>, bytesOf: (answer: T) => number): Promise<T> {
    const known = this.#often.get(key) ?? this.#once.get(key)
    if (known && this.#isFresh(known, standing, oldestMs)) {
      this.#promote(key, known)
      return known.result
    }
    const joined = this.#underWay.get(key)
    if (joined && this.#isFresh(joined, standing, joinMs)) return joined.result
    return this.#begin(key, standing, compute, bytesOf)
  }

  #isFresh({ count, asOf, startedAt }: Begun<T>, { now, needed }: Standing, patienceMs: number): boolean {
    // The nation's clock may be set; an answer of another time is not one of now.
    return count >= needed && Math.abs(now - asOf) < patienceMs && this.#clock() - startedAt < patienceMs
  }

  #promote(key: string, known: Begun<T>): void {
    const taken = this.#once.take(key)
    if (taken) this.#often.set(key, known, taken.bytes)
  }

  #begin(key: string, { now, count }: Standing, compute: () => Promise<T>, bytesOf: (answer: T) => number): Promise<T> {
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

  /** Keeps what was begun last: a slow computation does not replace a later one. */
  #keep(key: string, begun: Begun<T>, bytes: number): void {
    const part = this.#often.has(key) ? this.#often : this.#once
    if ((part.get(key)?.order ?? 0) > begun.order) return
    part.set(key, begun, bytes)
    for (const one of [this.#once, this.#often]) one.dropWhile(({ startedAt }) => this.#clock() - startedAt > keepMs)
  }
}
