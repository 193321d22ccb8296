import type { PiecesFound } from './pieces'
import { grown } from './grown'
import { hasIt } from './nodes'

/** How many links are in a block, a power of two. */
const linksOfBlock = 65_536

/** The sentences of entries, by the places of these, as the numbers of their pieces; with links by which the entries with a piece are found. */
export class Sentences {
  #start = new Int32Array()
  #length = new Uint16Array()
  /** One more than the last place that has a sentence, or had one. */
  #count = 0
  /** The pieces of all sentences, one after the other. */
  #pool = new Int32Array()
  #used = 0
  /** How many of those are in no sentence any more. */
  #empty = 0
  /** Whether sentences stand in the pool as their entries do. */
  #isInOrder = true
  /**
   * Two numbers for each piece of the pool, in blocks, so that millions of them are never copied at once: the entry that it is of, and where the
   * same piece stands before that, as `#last` has it.
   */
  readonly #links: Int32Array[] = []
  /** Of each piece where it stands last, one more than the place in the pool; and how often it stands somewhere. */
  #last = new Int32Array()
  #counts = new Int32Array()

  get room(): { readonly all: number; readonly empty: number } {
    return { all: this.#used, empty: this.#empty }
  }

  /** The pieces of a sentence; none where the entry is gone. */
  of(place: number): number[] {
    const from = this.#start[place]!
    return Array.from({ length: this.#length[place]! }, (_, n) => this.#pool[from + n]!)
  }

  /** A sentence that changed has room of its own, and what was said before is nobody's: `#matches` looks at the sentence itself. */
  say(place: number, pieces: readonly number[]): void {
    const start = this.#start[place] ?? 0
    const length = this.#length[place] ?? 0
    const isNew = place >= this.#count
    if (!isNew && pieces.length === length && pieces.every((piece, at) => piece === this.#pool[start + at])) return
    if (isNew) this.#count = place + 1
    else {
      this.#isInOrder = false
      this.#empty += length
    }
    this.#start = grown(this.#start, place + 1)
    this.#length = grown(this.#length, place + 1)
    this.#start[place] = this.#used
    this.#length[place] = pieces.length
    this.#pool = grown(this.#pool, this.#used + pieces.length)
    const most = Math.max(...pieces) + 1
    this.#last = grown(this.#last, most)
    this.#counts = grown(this.#counts, most)
    for (const piece of pieces) this.#link(place, piece)
  }

  #link(place: number, piece: number): void {
    this.#pool[this.#used] = piece
    const link = 2 * (this.#used & (linksOfBlock - 1))
    if (link === 0) this.#links.push(new Int32Array(2 * linksOfBlock))
    const block = this.#links.at(-1)!
    block[link] = place
    block[link + 1] = this.#last[piece]!
    this.#last[piece] = ++this.#used
    this.#counts[piece]!++
  }

  /** The entry is gone. */
  forget(place: number): void {
    this.#empty += this.#length[place]!
    this.#length[place] = 0
  }

  /** As `EntryRows` has it, down to a place. At least one word. */
  nextMatch(from: number, last: number, words: readonly PiecesFound[]): number {
    if (this.#isInOrder) return this.#nextInPool(from, last, words)
    for (let place = from; place >= last; place--) if (this.#matches(place, words)) return place
    return -last - 1
  }

  /** Goes through the pieces alone, one after the other: an entry is looked at where one of them has the first word. */
  #nextInPool(from: number, last: number, words: readonly PiecesFound[]): number {
    const [pool, { flags }] = [this.#pool, words[0]!]
    const end = this.#start[last]!
    for (let at = this.#start[from]! + this.#length[from]! - 1; at >= end; at--) {
      if (flags[pool[at]!] === 0) continue
      const place = this.#links[Math.floor(at / linksOfBlock)]![2 * (at & (linksOfBlock - 1))]!
      if (this.#matches(place, words)) return place
      at = this.#start[place]!
    }
    return -last - 1
  }

  #matches(place: number, words: readonly PiecesFound[]): boolean {
    const [pool, start] = [this.#pool, this.#start[place]!]
    const end = start + this.#length[place]!
    for (let word = 0; word < words.length; word++) {
      const { flags, confirm } = words[word]!
      let at = start
      // A text that may have the word is looked through only here.
      while (at < end && (flags[pool[at]!] === 0 || (flags[pool[at]!] !== hasIt && !confirm(pool[at]!)))) at++
      if (at === end) return false
    }
    return true
  }

  nextMarked(marks: Int32Array, from: number, last: number, words: readonly PiecesFound[]): number {
    for (let place = from; place >= last; place--) {
      const bits = marks[place >> 5]!
      if (bits === 0) place &= ~31
      else if ((bits & (1 << (place & 31))) !== 0 && this.#matches(place, words)) return place
    }
    return -last - 1
  }

  countOf(pieces: readonly number[]): number {
    return pieces.reduce((sum, piece) => sum + (this.#counts[piece] ?? 0), 0)
  }

  mark(pieces: readonly number[], marks: Int32Array, from: number): number {
    const [last, links] = [this.#last, this.#links]
    let marked = 0
    let at = from
    for (; at < pieces.length && marked < 8_192; at++) {
      for (let next = last[pieces[at]!] ?? 0; next > 0; marked++) {
        const link = 2 * ((next - 1) & (linksOfBlock - 1))
        const block = links[Math.floor((next - 1) / linksOfBlock)]!
        const place = block[link]!
        marks[place >> 5]! |= 1 << (place & 31)
        next = block[link + 1]!
      }
    }
    return at
  }
}
