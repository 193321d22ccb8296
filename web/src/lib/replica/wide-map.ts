/** How many maps share the keys of a wide one; a power of two. */
const width = 256

/**
 * A map of many texts, in many small maps: a single one of some hundred thousand would be copied whole, in one long task, whenever it grows.
 * It keeps no order.
 */
export class WideMap<Value> {
  readonly #maps: (Map<string, Value> | undefined)[] = []

  get(key: string): Value | undefined {
    return this.#maps[placeOf(key)]?.get(key)
  }

  set(key: string, value: Value): void {
    this.#mapOf(key).set(key, value)
  }

  /** The value of a key; where there is none, it gets this one, and the answer is undefined. */
  getOrSet(key: string, value: Value): Value | undefined {
    const map = this.#mapOf(key)
    const known = map.get(key)
    if (known === undefined) map.set(key, value)
    return known
  }

  #mapOf(key: string): Map<string, Value> {
    return (this.#maps[placeOf(key)] ??= new Map<string, Value>())
  }

  delete(key: string): void {
    this.#maps[placeOf(key)]?.delete(key)
  }

  clear(): void {
    this.#maps.length = 0
  }
}

/** A `WideMap` for each kind of key. */
export class WideMaps<Value> {
  readonly #maps = new Map<string, WideMap<Value>>()

  of(kind: string): WideMap<Value> {
    const known = this.#maps.get(kind)
    if (known) return known
    const map = new WideMap<Value>()
    this.#maps.set(kind, map)
    return map
  }

  clear(): void {
    this.#maps.clear()
  }
}

/** How long an id is. */
const lengthOfId = 36

/** Of an id every third letter, of a long text some sixty from all over it: texts differ anywhere. */
function placeOf(key: string): number {
  const { length } = key
  const step = length === lengthOfId ? 3 : (length >> 6) + 1
  let place = length
  for (let at = length - 1; at >= 0; at -= step) place = (place * 31 + key.charCodeAt(at)) | 0
  return (place ^ (place >>> 13)) & (width - 1)
}
