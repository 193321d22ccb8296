import { folded } from './folded'
import { TextMaps } from './text-map'

/**
 * What is known of a text at a glance, in columns of bits: one for each letter and digit (two columns), and one of 256 for each pair of signs
 * (eight). A text without some bit of a word is not looked through for it.
 */
const [letterColumns, pairColumns] = [2, 8]

function mark(text: string, columns: readonly Int32Array[], node: number): void {
  for (const column of columns) column[node] = 0
  let before = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const letter = bitOf(code)
    if (letter >= 0) columns[letter >> 5]![node]! |= 1 << (letter & 31)
    if (at > 0) {
      const pair = (before * 37 + code) & (pairColumns * 32 - 1)
      columns[letterColumns + (pair >> 5)]![node]! |= 1 << (pair & 31)
    }
    before = code
  }
}

const columnsOf = (length: number): Int32Array[] =>
  Array.from({ length: letterColumns + pairColumns }, () => new Int32Array(length))

/** The columns in which a word has bits, and those bits: first those of pairs, which say more than letters. */
function bitsOf(word: string): readonly { readonly column: number; readonly bits: number }[] {
  const columns = columnsOf(1)
  mark(word, columns, 0)
  const all = columns.map(([bits = 0], column) => ({ column, bits }))
  return [...all.slice(letterColumns), ...all.slice(0, letterColumns)].filter(({ bits }) => bits !== 0)
}

/** @param code of a letter without case. Other signs have no bit: -1 */
function bitOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 97
  return code >= 48 && code <= 57 ? code - 22 : -1
}

/** How many words are remembered with where they were found: those that were looked for last. */
const mostWords = 32

/** Where a word was found. */
export interface Found {
  /** A flag for each node: whether it has the word, or may have it. */
  readonly flags: Uint8Array
  /** The nodes with a flag, where they are few; some may have lost theirs since, or stand here twice. */
  few: number[] | null
  isDone: boolean
  /** Whether no flag says that a node may have it. */
  isSure: boolean
}

/** What a flag says: a text that may have a word has all bits of it, and is looked through when that matters. */
export const [hasIt, mayHaveIt] = [1, 2]

/** So many nodes are few. */
const mostFew = 16_384

/** How many texts are looked through before it is asked whether something else has its turn. */
const atOnce = 16_384

/**
 * Texts that are searched, each once: the own text of a row, and every distinct piece of sentences. A million entries are made of few
 * pieces and of names, so a search looks at those, and then only at numbers.
 */
export class Nodes {
  /** By what a node is, and then by its id or text: no key is put together for each of them. */
  readonly #numbers = new TextMaps()
  readonly #texts: string[] = []
  #columns = columnsOf(1_024)
  /** For words that were looked for. They are corrected when a text changes. */
  readonly #found = new Map<string, Found>()
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
    this.#keepMarks(node, '')
    return node
  }

  text(node: number): string {
    return this.#texts[node] ?? ''
  }

  set(node: number, text: string): void {
    const now = folded(text)
    if (this.#texts[node] === now) return
    this.#texts[node] = now
    this.#keepMarks(node, now)
    this.#changes++
    for (const [word, found] of this.#found) {
      if (node < found.flags.length) flag(found, node, now.includes(word) ? hasIt : 0)
      // A node that is newer than the flags, with more of them than there is room for: the word is looked for anew.
      else this.#found.delete(word)
    }
  }

  #keepMarks(node: number, text: string): void {
    if (node >= this.#columns[0]!.length) {
      const larger = columnsOf(node * 2)
      for (const [at, column] of this.#columns.entries()) larger[at]!.set(column)
      this.#columns = larger
    }
    mark(text, this.#columns, node)
  }

  /** Forgets every text, and every word that was looked for. */
  clear(): void {
    this.#numbers.clear()
    this.#texts.length = 0
    this.#changes++
    this.#found.clear()
  }

  /** Where a word was found before; undefined where it must be looked for. */
  known(word: string): Found | undefined {
    const found = this.#found.get(word)
    if (!found?.isDone || found.flags.length < this.size) return undefined
    this.#found.delete(word)
    this.#found.set(word, found)
    return found
  }

  /** Where the longest beginning of a word was found that was looked for before: the word is nowhere else. */
  knownBeginning(word: string): Found | undefined {
    for (let end = word.length - 1; end > 0; end--) {
      const known = this.known(word.slice(0, end))
      if (known) return known
    }
    return undefined
  }

  /** A word that is looked for now, with room for nodes that are yet to come. From here on its flags follow what changes. */
  begin(word: string): Found {
    if (this.#found.size >= mostWords) {
      // The one that was asked for the longest time ago.
      const [oldest = ''] = this.#found.keys()
      this.#found.delete(oldest)
    }
    const found = { flags: new Uint8Array(Math.ceil(this.size * 1.1) + 1_024), few: [], isDone: false, isSure: true }
    this.#found.set(word, found)
    return found
  }

  /**
   * Looks for the bits of a word in some nodes, and flags those that may have it; those that are not `within` have not.
   * @param from how many were looked at before
   * @returns how many are looked at by now; undefined when all are
   */
  look(word: string, found: Found, within: Found | undefined, from: number): number | undefined {
    const wanted = bitsOf(word).map(({ column, bits }) => ({ column: this.#columns[column]!, bits }))
    // Of a single letter its bit says all.
    const says = word.length === 1 && wanted.length > 0 ? hasIt : mayHaveIt
    const [flags, among] = [found.flags, within?.few]
    const count = among?.length ?? Math.min(this.#texts.length, flags.length)
    const end = Math.min(count, from + atOnce)
    next: for (let at = from; at < end; at++) {
      const node = among ? among[at]! : at
      for (let n = 0; n < wanted.length; n++) {
        const { column, bits } = wanted[n]!
        if ((column[node]! & bits) !== bits) continue next
      }
      if ((within && within.flags[node] === 0) || flags[node] !== 0) continue
      flags[node] = says
      if (says === mayHaveIt) found.isSure = false
      if (found.few && found.few.push(node) > mostFew) found.few = null
    }
    return end < count ? end : undefined
  }

  /** Whether a node that may have a word has it. */
  confirm(word: string, { flags }: Found, node: number): boolean {
    const has = this.#texts[node]!.includes(word)
    flags[node] = has ? hasIt : 0
    return has
  }

  /**
   * Looks through nodes that may have a word, and lists those that have it, as long as they are few.
   * @returns how many are looked at by now; undefined when all are
   */
  confirmAll(word: string, found: Found, few: number[], from: number): number | undefined {
    const { flags, few: among } = found
    const count = among?.length ?? flags.length
    const end = Math.min(count, from + atOnce)
    for (let at = from; at < end; at++) {
      const node = among ? among[at]! : at
      const has = flags[node] === hasIt || (flags[node] === mayHaveIt && this.confirm(word, found, node))
      if (has && few.length <= mostFew) few.push(node)
    }
    return end < count ? end : undefined
  }

  /** All that may have a word were looked at, and no text was set meanwhile: these have it. */
  confirmed(found: Found, few: number[]): void {
    found.few = few.length > mostFew ? null : few
    found.isSure = true
  }

  /** Every node was looked at: the flags answer the next search. */
  done(word: string, found: Found): void {
    if (this.#found.get(word) === found) found.isDone = true
  }
}

function flag(found: Found, node: number, says: number): void {
  const before = found.flags[node]
  found.flags[node] = says
  if (says !== 0 && before === 0 && found.few && found.few.push(node) > mostFew) found.few = null
}
