import { WideMaps } from './wide-map'

/** A text as it is searched: without case and accents. Most have no letters but those of ASCII, and need no more than small ones. */
export const folded = (text: string): string =>
  hasOthers.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase() : text.toLowerCase()

const hasOthers = /[^\0-\x7f]/

/** How many words are remembered with where they were found. */
const mostWords = 32

/**
 * Texts that are searched, each once: the own text of a row, and every distinct piece of sentences. A million entries are made of few
 * pieces and of names, so a search looks at those, and then only at numbers.
 */
export class Nodes {
  /** By what a node is, and then by its id or text: no key is put together for each of them. */
  readonly #numbers = new WideMaps<number>()
  readonly #texts: string[] = []
  /** For words that were looked for: a flag for each node. They are kept right when a text changes. */
  readonly #found = new Map<string, { readonly flags: Uint8Array; isDone: boolean }>()

  get size(): number {
    return this.#texts.length
  }

  /** The number of a node, of a row by its table and id; one that was not known has no text yet. */
  of(kind: string, key: string): number {
    const numbers = this.#numbers.of(kind)
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, this.#texts.length)
    return this.#texts.push('') - 1
  }

  text(node: number): string {
    return this.#texts[node] ?? ''
  }

  set(node: number, text: string): void {
    const now = folded(text)
    if (this.#texts[node] === now) return
    this.#texts[node] = now
    for (const [word, { flags }] of this.#found) {
      if (node < flags.length) flags[node] = now.includes(word) ? 1 : 0
      // A node that is newer than the flags, with more of them than there is room for: the word is looked for anew.
      else this.#found.delete(word)
    }
  }

  /** Forgets every text, and every word that was looked for. */
  clear(): void {
    this.#numbers.clear()
    this.#texts.length = 0
    this.#found.clear()
  }

  /** Where a word was found before, with a flag for each node; undefined where it must be looked for. */
  known(word: string): Uint8Array | undefined {
    const found = this.#found.get(word)
    return found?.isDone && found.flags.length >= this.size ? found.flags : undefined
  }

  /** Flags of a word that is looked for now, with room for nodes that are yet to come. From here on they follow what changes. */
  begin(word: string): Uint8Array {
    if (this.#found.size >= mostWords) this.#found.clear()
    const flags = new Uint8Array(Math.ceil(this.size * 1.1) + 1_024)
    this.#found.set(word, { flags, isDone: false })
    return flags
  }

  /** Every node was looked at: the flags answer the next search. */
  done(word: string, flags: Uint8Array): void {
    const found = this.#found.get(word)
    if (found?.flags === flags) found.isDone = true
  }
}
