import { TextMap } from './text-map'

/** So many empty places are cleared away at once. */
const mostEmpty = 4_096

/**
 * A map of many texts in the order in which they came, as a plain one keeps it. It grows without copying what it holds: a plain map of a
 * hundred thousand does so in one long task.
 */
export class OrderedMap<Value> {
  #places = new TextMap()
  #entries: ([key: string, value: Value] | undefined)[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  get(key: string): Value | undefined {
    const place = this.#places.get(key)
    return place === undefined ? undefined : this.#entries[place]?.[1]
  }

  has(key: string): boolean {
    return this.#places.get(key) !== undefined
  }

  /** Answers the value until now. */
  set(key: string, value: Value): Value | undefined {
    const place = this.#places.get(key)
    if (place !== undefined) {
      const before = this.#entries[place]
      this.#entries[place] = [key, value]
      return before?.[1]
    }
    this.#places.set(key, this.#entries.length)
    this.#entries.push([key, value])
    this.#size++
    return undefined
  }

  delete(key: string): void {
    const place = this.#places.get(key)
    if (place === undefined) return
    this.#places.delete(key)
    this.#entries[place] = undefined
    this.#size--
  }

  /** Clears empty places away where they are many. Who goes through the entries meanwhile sees those that were there. */
  tidy(): void {
    if (this.#entries.length - this.#size < Math.max(mostEmpty, this.#size)) return
    this.#entries = this.#entries.filter((entry) => entry !== undefined)
    this.#places = new TextMap()
    for (const [place, entry] of this.#entries.entries()) this.#places.set(entry![0], place)
  }

  /** The entries, with empty places between them. Later ones are added to this list; those before stay where they are. */
  get entries(): readonly (readonly [key: string, value: Value] | undefined)[] {
    return this.#entries
  }

  *[Symbol.iterator](): Generator<[key: string, value: Value]> {
    for (const entry of this.#entries) if (entry) yield entry
  }
}
