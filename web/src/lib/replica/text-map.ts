/** How many slots a map begins with; a power of two. At most half of them are taken. */
const firstSlots = 16

/**
 * Authors of texts do not know it, so that no author can write many texts of one hash. It is 5 more than a multiple of 8: one whose lowest bits
 * are nearly all 0, or all 1, hardly mixes the lowest bits of letters.
 */
const multiplier = (crypto.getRandomValues(new Uint32Array(1))[0]! & ~7) | 5

/**
 * A number for each of many texts: a hash table in columns (open addressing, linear probing). The engine's own map keeps an object of
 * its own for every key, hashes it again when it grows, and makes the collector follow all of them. This one grows by copying numbers, a
 * million in some milliseconds. It keeps no order.
 */
export class TextMap {
  /** Of each entry its text, the hash of it, and its number. One that was deleted has no text. */
  #keys: (string | undefined)[] = []
  #hashes = new Int32Array(firstSlots / 2)
  #values = new Int32Array(firstSlots / 2)
  /** By the hash: one more than the place of the entry; 0 where there is none. */
  #slots = new Int32Array(firstSlots)
  #deleted = 0

  get(key: string): number | undefined {
    const entry = this.#find(key, hashOf(key))
    return entry < 0 ? undefined : this.#values[entry]
  }

  /** @param value a whole number of 32 bits */
  set(key: string, value: number): void {
    const hash = hashOf(key)
    const entry = this.#find(key, hash)
    if (entry < 0) this.#add(key, hash, value)
    else this.#values[entry] = value
  }

  /** The number of a text; where there is none, it gets this one, and the answer is undefined. */
  getOrSet(key: string, value: number): number | undefined {
    const hash = hashOf(key)
    const entry = this.#find(key, hash)
    if (entry >= 0) return this.#values[entry]
    this.#add(key, hash, value)
    return undefined
  }

  delete(key: string): void {
    const entry = this.#find(key, hashOf(key))
    if (entry < 0) return
    // Its slot stays taken: those behind it are found past it.
    this.#keys[entry] = undefined
    this.#deleted++
  }

  clear(): void {
    this.#keys = []
    this.#deleted = 0
    this.#resize(firstSlots)
  }

  /** The place of an entry; -1 where there is none. */
  #find(key: string, hash: number): number {
    const [keys, hashes, slots] = [this.#keys, this.#hashes, this.#slots]
    const mask = slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot]! - 1
      if (entry < 0 || (hashes[entry] === hash && keys[entry] === key)) return entry
    }
  }

  #add(key: string, hash: number, value: number): void {
    if (this.#keys.length === this.#hashes.length) this.#makeRoom()
    const entry = this.#keys.length
    this.#keys.push(key)
    this.#hashes[entry] = hash
    this.#values[entry] = value
    this.#take(entry)
  }

  #take(entry: number): void {
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = this.#hashes[entry]! & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = entry + 1
  }

  /** Twice the room; the same again where half of the entries were deleted. */
  #makeRoom(): void {
    const [keys, hashes, values] = [this.#keys, this.#hashes, this.#values]
    const isHalfEmpty = this.#deleted * 2 >= keys.length
    this.#resize(isHalfEmpty ? this.#slots.length : this.#slots.length * 2)
    if (this.#deleted === 0) {
      this.#hashes.set(hashes)
      this.#values.set(values)
    } else {
      this.#keys = []
      this.#deleted = 0
      for (const [entry, key] of keys.entries()) {
        if (key === undefined) continue
        this.#hashes[this.#keys.length] = hashes[entry]!
        this.#values[this.#keys.length] = values[entry]!
        this.#keys.push(key)
      }
    }
    for (let entry = 0; entry < this.#keys.length; entry++) this.#take(entry)
  }

  #resize(slots: number): void {
    this.#slots = new Int32Array(slots)
    this.#hashes = new Int32Array(slots / 2)
    this.#values = new Int32Array(slots / 2)
  }
}

/** A `TextMap` for each kind of text. */
export class TextMaps {
  readonly #maps = new Map<string, TextMap>()

  of(kind: string): TextMap {
    const known = this.#maps.get(kind)
    if (known) return known
    const map = new TextMap()
    this.#maps.set(kind, map)
    return map
  }

  clear(): void {
    this.#maps.clear()
  }
}

/** A hash of all letters of a text (multiply and xor), mixed as MurmurHash3 ends, so that the lowest bits depend on all of it. */
export function hashOf(text: string): number {
  let hash = text.length
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), multiplier)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
