interface Stored<T> {
  readonly value: T
  readonly bytes: number
}

/**
 * A map that is bounded in entries and bytes (least recently used). A value larger than an eighth of the bytes is not stored,
 * because it would remove most of the others.
 */
export class BoundedMap<T> {
  readonly #stored = new Map<string, Stored<T>>()
  readonly #limits: { readonly entries: number; readonly bytes: number }
  #bytes = 0

  constructor(limits: { readonly entries: number; readonly bytes: number }) {
    this.#limits = limits
  }

  get size(): number {
    return this.#stored.size
  }

  get bytes(): number {
    return this.#bytes
  }

  has(key: string): boolean {
    return this.#stored.has(key)
  }

  /** Returns a value and marks it as used. */
  get(key: string): T | undefined {
    const known = this.#stored.get(key)
    if (!known) return undefined
    this.#stored.delete(key)
    this.#stored.set(key, known)
    return known.value
  }

  /** Stores a value, replaces the earlier one, and removes others until the map is within its bounds. */
  set(key: string, value: T, bytes: number): void {
    this.take(key)
    if (bytes > this.#limits.bytes / 8) return
    this.#stored.set(key, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#stored.keys()) {
      if (this.#stored.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes) break
      this.take(oldest)
    }
  }

  /** Removes a value and its size. */
  take(key: string): Stored<T> | undefined {
    const known = this.#stored.get(key)
    this.#stored.delete(key)
    this.#bytes -= known?.bytes ?? 0
    return known
  }

  /** Removes the least recently used values as long as `isOver` returns true for them. */
  dropWhile(isOver: (value: T) => boolean): void {
    for (const [key, { value }] of this.#stored) {
      if (!isOver(value)) break
      this.take(key)
    }
  }
}
