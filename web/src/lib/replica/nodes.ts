import { TextMaps } from './text-map'

/** A text as it is searched: without case and accents. Most have no letters but those of ASCII, and need no more than small ones. */
export const folded = (text: string): string =>
  hasOthers.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase() : text.toLowerCase()

const hasOthers = /[^\0-\x7f]/

/** Which of the letters a to z and the digits are in a text, a bit each: all but four digits, and those. */
type Letters = readonly [number, number]

/** Other signs have no bit. */
function lettersOf(text: string): Letters {
  let [most, digits] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const letter = bitOf(text.charCodeAt(at))
    if (letter < 0) continue
    if (letter < 32) most |= 1 << letter
    else digits |= 1 << (letter - 32)
  }
  return [most, digits]
}

/** @param code of a letter without case */
function bitOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 97
  return code >= 48 && code <= 57 ? code - 22 : -1
}

/** How many words are remembered with where they were found: those that were looked for last. */
const mostWords = 32

/** How many texts are looked through before it is asked whether something else has its turn. */
const atOnce = 2_048

/**
 * Texts that are searched, each once: the own text of a row, and every distinct piece of sentences. A million entries are made of few
 * pieces and of names, so a search looks at those, and then only at numbers.
 */
export class Nodes {
  /** By what a node is, and then by its id or text: no key is put together for each of them. */
  readonly #numbers = new TextMaps()
  readonly #texts: string[] = []
  /** The letters of each text, two numbers a node: a text without some letter of a word is not looked through for it. */
  #letters = new Int32Array(2_048)
  /** For words that were looked for: a flag for each node. They are corrected when a text changes. */
  readonly #found = new Map<string, { readonly flags: Uint8Array; isDone: boolean }>()
  #changes = 0

  get size(): number {
    return this.#texts.length
  }

  /** Counts the texts that were set: as long as it stays, flags stay what they are. */
  get changes(): number {
    return this.#changes
  }

  /** The number of a node, of a row by its table and id; one that was not known has no text yet. */
  of(kind: string, key: string): number {
    const numbers = this.#numbers.of(kind)
    const known = numbers.get(key)
    if (known !== undefined) return known
    const node = this.#texts.push('') - 1
    numbers.set(key, node)
    this.#keepLetters(node, [0, 0])
    return node
  }

  text(node: number): string {
    return this.#texts[node] ?? ''
  }

  set(node: number, text: string): void {
    const now = folded(text)
    if (this.#texts[node] === now) return
    this.#texts[node] = now
    this.#keepLetters(node, lettersOf(now))
    this.#changes++
    for (const [word, { flags }] of this.#found) {
      if (node < flags.length) flags[node] = now.includes(word) ? 1 : 0
      // A node that is newer than the flags, with more of them than there is room for: the word is looked for anew.
      else this.#found.delete(word)
    }
  }

  #keepLetters(node: number, [most, digits]: Letters): void {
    if (2 * node >= this.#letters.length) {
      const before = this.#letters
      this.#letters = new Int32Array(before.length * 2)
      this.#letters.set(before)
    }
    this.#letters[2 * node] = most
    this.#letters[2 * node + 1] = digits
  }

  /** Forgets every text, and every word that was looked for. */
  clear(): void {
    this.#numbers.clear()
    this.#texts.length = 0
    this.#changes++
    this.#found.clear()
  }

  /** Where a word was found before, with a flag for each node; undefined where it must be looked for. */
  known(word: string): Uint8Array | undefined {
    const found = this.#found.get(word)
    if (!found?.isDone || found.flags.length < this.size) return undefined
    this.#found.delete(word)
    this.#found.set(word, found)
    return found.flags
  }

  /** Where the longest beginning of a word was found that was looked for before: the word is nowhere else. */
  knownBeginning(word: string): Uint8Array | undefined {
    for (let end = word.length - 1; end > 0; end--) {
      const known = this.known(word.slice(0, end))
      if (known) return known
    }
    return undefined
  }

  /** Flags of a word that is looked for now, with room for nodes that are yet to come. From here on they follow what changes. */
  begin(word: string): Uint8Array {
    if (this.#found.size >= mostWords) {
      // The one that was asked for the longest time ago.
      const [oldest = ''] = this.#found.keys()
      this.#found.delete(oldest)
    }
    const flags = new Uint8Array(Math.ceil(this.size * 1.1) + 1_024)
    this.#found.set(word, { flags, isDone: false })
    return flags
  }

  /**
   * Looks for a word in some nodes from one on, and flags those that have it; those outside `within` have not.
   * @returns the node that is to be looked at next; `size` or more when all were looked at
   */
  look(word: string, flags: Uint8Array, within: Uint8Array | undefined, from: number): number {
    const [texts, letters] = [this.#texts, this.#letters]
    const [most, digits] = lettersOf(word)
    // Of a single letter its bit says all.
    const isLetter = word.length === 1 && (most | digits) !== 0
    const size = Math.min(texts.length, flags.length)
    let node = from
    for (let looked = 0; looked < atOnce && node < size; looked++, node++) {
      if (within) {
        node = within.indexOf(1, node)
        if (node === -1 || node >= size) return size
      }
      if ((letters[2 * node]! & most) !== most || (letters[2 * node + 1]! & digits) !== digits) continue
      if (isLetter || texts[node]!.includes(word)) flags[node] = 1
    }
    return node
  }

  /** Every node was looked at: the flags answer the next search. */
  done(word: string, flags: Uint8Array): void {
    const found = this.#found.get(word)
    if (found?.flags === flags) found.isDone = true
  }
}
