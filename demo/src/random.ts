/** A hash of text to 32 bits (FNV-1a), the seed of whatever must be the same for the same name on every machine. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193)
  return hash >>> 0
}

/** A hash of text to 64 bits (FNV-1a), for ids that must not meet among some hundreds of names. */
export function hash64(text: string): bigint {
  let hash = 0xcbf29ce484222325n
  for (const char of text) hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0)!)) * 0x100000001b3n)
  return hash
}

/** Repeatable chance: the same seed tells the same story. Never for secrets. */
export interface Chance {
  /** A number in [0, 1). */
  next(): number
  /** An integer in [from, to], both included. */
  between(from: number, to: number): number
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T
  /** True with the given probability. */
  happens(probability: number): boolean
}

/** A stream of repeatable chance (mulberry32) from a text. */
export function chanceFrom(seed: string): Chance {
  let state = hash32(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (list) => {
      if (list.length === 0) throw new RangeError('Nothing to pick from')
      return list[Math.floor(next() * list.length)]!
    },
    happens: (probability) => next() < probability,
  }
}
