/** A text as it is searched: without case and accents. */
export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Texts that are searched, each once: the own text of a row, and every distinct piece of sentences. A million entries are made of few
 * pieces and of names, so a search looks at those, and then only at numbers.
 */
export class Nodes {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []
  /** Raised with every text that changes: what was found before counts no more. */
  version = 0

  get size(): number {
    return this.#texts.length
  }

  /** The number of a node; one that was not known has no text yet. */
  of(key: string): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.#texts.length)
    this.version++
    return this.#texts.push('') - 1
  }

  text(node: number): string {
    return this.#texts[node] ?? ''
  }

  set(node: number, text: string): void {
    const now = folded(text)
    if (this.#texts[node] === now) return
    this.#texts[node] = now
    this.version++
  }
}

/** The node of a row. */
export const rowKey = (table: string, id: string): string => `${table} ${id}`
