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
    const place = placeOf(key)
    const map = (this.#maps[place] ??= new Map())
    map.set(key, value)
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

/** Of a long key some sixty letters from all over it: texts differ anywhere. */
function placeOf(key: string): number {
  const { length } = key
  const step = (length >> 6) + 1
  let place = length
  for (let at = length - 1; at >= 0; at -= step) place = (place * 31 + key.charCodeAt(at)) | 0
  return (place ^ (place >>> 13)) & (width - 1)
}
